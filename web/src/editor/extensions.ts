import { Extension, getSchema, type Command, type Extensions } from '@tiptap/react';
import { findWrapping } from '@tiptap/pm/transform';
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
      new Plugin({
        appendTransaction: (transactions, _old, state) =>
          transactions.some(({ docChanged }) => docChanged) ? splitAtBreaks(state) : undefined,
      }),
    ];
  },
});

/**
 * Quotes what is selected. A quote stands at the top and holds whole lists, so inside of a list
 * all of the list is quoted: the list itself cannot hold a quote.
 */
const toggleQuote: Command = ({ state, dispatch, commands }) => {
  const { $from, $to } = state.selection;
  const quote = state.schema.nodes.blockquote;
  if (!quote) return false;
  if ($from.node(1)?.type === quote && $to.node(1)?.type === quote) {
    return commands.lift('blockquote');
  }
  const range = $from.blockRange($to, ({ type }) => type === state.schema.topNodeType);
  const wrapping = range && findWrapping(range, quote);
  if (!range || !wrapping) return false;
  dispatch?.(state.tr.wrap(range, wrapping));
  return true;
};

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    quoteLines: { toggleQuote: () => ReturnType };
  }
}

const QuoteLines = Extension.create({
  name: 'quoteLines',
  addCommands() {
    return { toggleQuote: () => toggleQuote };
  },
  addKeyboardShortcuts() {
    return { 'Mod-Shift-b': ({ editor }) => editor.commands.toggleQuote() };
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
  QuoteLines,
  Placeholder.configure({ placeholder: 'Write your note content here...' }),
];

/** The schema of a note, for checking documents where no editor runs. */
export function noteSchema() {
  return getSchema(noteExtensions);
}
