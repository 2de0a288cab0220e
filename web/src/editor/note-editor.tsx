import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import type { NoteDocument } from './document.ts';
import { noteExtensions } from './extensions.ts';
import { parseMarkup, serializeMarkup } from './markup.ts';

type Props = {
  /** The note's markup when editing begins; later changes of it are ignored. */
  markup: string;
  label: string;
  onChange(markup: string): void;
  onSave(): void;
  /** The toolbar, given the running editor. */
  children(editor: Editor): React.ReactNode;
};

/** The editor's document; its schema is the one `NoteDocument` describes (tested). */
function documentOf(editor: Editor): NoteDocument {
  return editor.getJSON() as NoteDocument;
}

/** Edits note markup as rich text: 384 to 600 px high, scrolling (spec §9). */
export function NoteEditor({ markup, label, onChange, onSave, children }: Props) {
  const editor = useEditor({
    extensions: noteExtensions,
    content: parseMarkup(markup),
    // Re-rendering React at each keystroke is what makes long notes slow to type in.
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      handleKeyDown: (_view, event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return false;
        event.preventDefault();
        onSave();
        return true;
      },
      handleTripleClickOn: (view, position, node, nodePosition) => {
        if (!node.isTextblock) return false;
        editor?.commands.setTextSelection({
          from: nodePosition + 1,
          to: nodePosition + node.nodeSize - 1,
        });
        return view.hasFocus() && position >= nodePosition;
      },
    },
    onUpdate: ({ editor: changed }) => onChange(serializeMarkup(documentOf(changed))),
  });
  return (
    <div>
      {children(editor)}
      <EditorContent
        editor={editor}
        className="note-text max-h-[600px] min-h-[384px] overflow-y-auto"
      />
    </div>
  );
}

/** Which toolbar buttons are pressed, following the selection. */
export function useActiveFormats(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      underline: current.isActive('underline'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      blockquote: current.isActive('blockquote'),
    }),
  });
}
