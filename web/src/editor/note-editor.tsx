import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Slice } from '@tiptap/pm/model';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { noteExtensions } from './extensions.ts';
import { toast } from '../lib/toast.ts';
import { markupOf, parseMarkup } from '#domain/markup/markup.ts';
import { readableHtml, sliceFromText } from './paste.ts';
import './note-text.css';

export type { Editor };

type Props = {
  /** The note's markup when editing begins; later changes of it are ignored. */
  markup: string;
  label: string;
  /** While it is being saved: what is typed then would be lost. */
  isReadOnly?: boolean;
  /** Gets the focus when it is mounted. */
  isFocused?: boolean;
  /** Called after each change. `read` is a function, because serializing a long note is slow. */
  onChange(read: () => string): void;
  /** Renders what is around the text. */
  children(editor: Editor, text: ReactNode): ReactNode;
};

/** Input rules: markup at the start of a line, and code. Other marks have buttons and shortcuts. */
const TYPED_MARKUP = ['bulletList', 'orderedList', 'blockquote', 'heading'].concat([
  'taskItem',
  'code',
  'codeBlock',
  'horizontalRule',
]);

const isImage = ({ type }: File) => type.startsWith('image/');

function toastLeftOut(images: number): void {
  if (images === 0) return;
  const description = images === 1 ? '1 image was left out' : `${images} images were left out`;
  toast({ title: 'Pasted without images', description });
}

/** Copied text for other programs: a line for each paragraph. */
function textFromSlice({ content }: Slice): string {
  return content.textBetween(0, content.size, '\n');
}

/** Edits note markup as rich text: 384 to 600 px high, scrolling (spec section 9). */
export function NoteEditor({
  markup,
  label,
  isReadOnly = false,
  isFocused = true,
  onChange,
  children,
}: Props) {
  const [content] = useState(() => parseMarkup(markup));
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const editor = useEditor({
    extensions: noteExtensions,
    content,
    enableInputRules: TYPED_MARKUP,
    enablePasteRules: false,
    // Re-rendering React at each keystroke is what makes long notes slow to type in.
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: 'note-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      transformPastedHTML: (pasted) => {
        const { html, images } = readableHtml(pasted);
        toastLeftOut(images);
        return html;
      },
      clipboardTextParser: (text, context, isPlain, view) =>
        sliceFromText(text, view.state.schema, context, isPlain),
      handlePaste: (_view, { clipboardData }) => {
        if (clipboardData?.types.some((type) => type.startsWith('text/'))) return false;
        toastLeftOut([...(clipboardData?.files ?? [])].filter(isImage).length);
        return false;
      },
      clipboardTextSerializer: textFromSlice,
      // Chromium inserts a letter beside an empty paragraph that was moved into a list in this frame,
      // instead of into it, and the next letters before it. This inserts it at the cursor.
      handleKeyPress: (view, { key }) => {
        const { empty, $from } = view.state.selection;
        if (key.length !== 1 || !empty || $from.parent.content.size > 0) return false;
        view.dispatch(view.state.tr.insertText(key).scrollIntoView());
        return true;
      },
      handleTripleClickOn: (_view, _position, node, nodePosition) => {
        if (!node.isTextblock) return false;
        editor.commands.setTextSelection({
          from: nodePosition + 1,
          to: nodePosition + node.nodeSize - 1,
        });
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => latest.current(() => markupOf(changed.state.doc)),
  });
  useEffect(() => editor.setEditable(!isReadOnly, false), [editor, isReadOnly]);
  // The cursor is at the start. The editor's own autofocus comes a frame later.
  useLayoutEffect(() => {
    if (!isFocused) return;
    editor.view.focus();
    editor.commands.scrollIntoView();
  }, [editor, isFocused]);
  return children(
    editor,
    <EditorContent
      editor={editor}
      className="note-editor max-h-[600px] min-h-[384px] overflow-y-auto [&>.ProseMirror]:min-h-[384px]"
    />,
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
      heading1: current.isActive('heading', { level: 1 }),
      heading2: current.isActive('heading', { level: 2 }),
      heading3: current.isActive('heading', { level: 3 }),
      taskList: current.isActive('taskList'),
      link: current.isActive('link'),
      code: current.isActive('code'),
      codeBlock: current.isActive('codeBlock'),
    }),
  });
}
