import { Extension, type Command, type Extensions } from '@tiptap/react';
import { findWrapping } from '@tiptap/pm/transform';
import { redoDepth, undo } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';

/** Undo history (docs/spec.md, section 4, notes). */
const UNDO_DEPTH = 100;

const isBreak = ({ type }: Node) => type.name === 'hardBreak';

/** Whether two neighbours are one in the markup: lines of a quote or of a list that goes on. */
function isContinued(before: Node, after: Node): boolean {
  if (before.type !== after.type) return false;
  const { name } = after.type;
  if (name === 'orderedList') {
    return Number(after.attrs.start) === Number(before.attrs.start) + before.childCount;
  }
  return name === 'bulletList' || name === 'blockquote';
}

/** Where the document has something that the markup cannot hold, in reading order. */
function misfits(doc: Node): { position: number; isLineBreak: boolean }[] {
  const found: { position: number; isLineBreak: boolean }[] = [];
  doc.descendants((node, position, parent, index) => {
    const before = index > 0 ? parent?.child(index - 1) : undefined;
    const isLineBreak = isBreak(node);
    if (isLineBreak || (before && isContinued(before, node))) found.push({ position, isLineBreak });
  });
  return found;
}

/**
 * Keeps the document one that the markup gives back as it is. A line is a paragraph, so a line break
 * inside of one (Shift+Enter, pasted `<br>`) becomes a new paragraph, or a new item inside of a
 * list. Quotes and lists that have come to stand next to each other become one.
 */
function fitToMarkup(state: EditorState): Transaction | undefined {
  const { tr } = state;
  for (let found = misfits(tr.doc); found.length > 0; found = misfits(tr.doc)) {
    for (const { position, isLineBreak } of found.toReversed()) {
      if (!isLineBreak) {
        tr.join(position);
        continue;
      }
      const inList = tr.doc.resolve(position).node(-1).type.name === 'listItem';
      tr.delete(position, position + 1).split(position, inList ? 2 : 1);
    }
  }
  return tr.docChanged ? tr : undefined;
}

const FitToMarkup = Extension.create({
  name: 'fitToMarkup',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (transactions, _old, state) =>
          transactions.some(({ docChanged }) => docChanged) ? fitToMarkup(state) : undefined,
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

/** The history forgets in batches and knows up to 20 changes more: they are not given. */
const ExactUndo = Extension.create({
  name: 'exactUndo',
  // After the starter kit, whose command it replaces.
  priority: 50,
  addCommands() {
    return {
      undo:
        () =>
        ({ state, dispatch }) =>
          redoDepth(state) < UNDO_DEPTH && undo(state, dispatch),
    };
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
  FitToMarkup,
  QuoteLines,
  ExactUndo,
  Placeholder.configure({ placeholder: 'Write your note content here...' }),
];
