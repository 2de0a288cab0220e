import { Extension, getSchema, type Extensions } from '@tiptap/react';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';

/** Undo history (spec §4, notes). */
const UNDO_DEPTH = 100;

/**
 * A line is a paragraph, so a line break inside of one (Shift+Enter, pasted `<br>`) becomes a new
 * paragraph, or a new item inside of a list.
 */
function splitAtBreaks(state: EditorState): Transaction | undefined {
  const breaks: number[] = [];
  state.doc.descendants((node, position) => {
    if (node.type.name === 'hardBreak') breaks.push(position);
  });
  if (breaks.length === 0) return undefined;
  const { tr } = state;
  for (const position of breaks.toReversed()) {
    const inList = tr.doc.resolve(position).node(-1).type.name === 'listItem';
    tr.delete(position, position + 1).split(position, inList ? 2 : 1);
  }
  return tr;
}

const LinesOnly = Extension.create({
  name: 'linesOnly',
  addProseMirrorPlugins() {
    return [
      new Plugin({ appendTransaction: (_transactions, _old, state) => splitAtBreaks(state) }),
    ];
  },
});

const CONTENT: Readonly<Record<string, string>> = {
  doc: '(paragraph | bulletList | orderedList | blockquote)+',
  blockquote: '(paragraph | bulletList | orderedList)+',
  listItem: 'paragraph (bulletList | orderedList)*',
};

/** The starter kit less what the toolbar does not know, with the content that the markup can hold. */
const NoteKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      const content = CONTENT[extension.name];
      return content && extension.type === 'node' ? extension.extend({ content }) : extension;
    });
  },
}).configure({
  code: false,
  codeBlock: false,
  heading: false,
  horizontalRule: false,
  link: false,
  strike: false,
  trailingNode: false,
  undoRedo: { depth: UNDO_DEPTH },
});

/** All that a note can hold and do: everything else is dropped when it is pasted. */
export const noteExtensions: Extensions = [
  NoteKit,
  LinesOnly,
  Placeholder.configure({ placeholder: 'Write your note content here...' }),
];

/** The schema of a note, for checking documents where no editor runs. */
export function noteSchema() {
  return getSchema(noteExtensions);
}
