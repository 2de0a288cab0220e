import { Extension, type Command, type Extensions } from '@tiptap/react';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { findWrapping } from '@tiptap/pm/transform';
import { redoDepth, undo } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { hrefOf } from '#domain/markup/addresses.ts';
import { OpenLinks } from './links.ts';

/** Undo history (spec section 4, notes). */
const UNDO_DEPTH = 100;

const isBreak = ({ type }: Node) => type.name === 'hardBreak';

/** Whether the markup would merge two neighbours: lines of a quote, or a list that continues. */
function isContinued(before: Node, after: Node): boolean {
  if (before.type !== after.type) return false;
  const { name } = after.type;
  if (name === 'orderedList') {
    return Number(after.attrs.start) === Number(before.attrs.start) + before.childCount;
  }
  return name === 'bulletList' || name === 'taskList' || name === 'blockquote';
}

/** Characters that would end code and the text of a link in the markup. */
const ENDS: Readonly<Record<string, RegExp>> = { code: /`/gu, link: /[[\]]/gu };

/** Removes code and link marks from characters that the markup cannot hold in them. */
function clearEnds(tr: Transaction): void {
  tr.doc.descendants((node, position) => {
    for (const { type } of node.marks) {
      const ends = ENDS[type.name];
      if (!ends) continue;
      for (const { index } of (node.text ?? '').matchAll(ends)) {
        tr.removeMark(position + index, position + index + 1, type);
      }
    }
  });
}

/** Positions of what the markup cannot hold, in reading order. */
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
 * Keeps the document representable in markup. A line is a paragraph, so a line break inside of one
 * (Shift+Enter, pasted `<br>`) becomes a new paragraph, or a new item in a list. Adjacent quotes and
 * lists become one.
 */
function fitToMarkup(state: EditorState): Transaction | undefined {
  const { tr } = state;
  clearEnds(tr);
  for (let found = misfits(tr.doc); found.length > 0; found = misfits(tr.doc)) {
    for (const { position, isLineBreak } of found.toReversed()) {
      if (!isLineBreak) {
        tr.join(position);
        continue;
      }
      const inList = tr.doc.resolve(position).node(-1).type.name.endsWith('Item');
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
 * Quotes the selection. Quotes are at the top level and hold whole lists, so inside of a list the
 * whole list is quoted.
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

/** ProseMirror's history drops entries in batches and may have up to 20 more: those are not undone. */
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

const LISTS = 'bulletList | orderedList | taskList';

/** Content that the markup can hold, where the extensions allow more. */
const FITTED: Readonly<Record<string, { content?: string; excludes?: string; priority?: number }>> =
  {
    doc: { content: `(paragraph | heading | ${LISTS} | blockquote | codeBlock | horizontalRule)+` },
    blockquote: { content: `(paragraph | ${LISTS})+` },
    listItem: { content: `paragraph (${LISTS})*` },
    // Inside of all other marks, and never together with a link.
    code: { excludes: 'code link', priority: 50 },
  };

/** The text's own direction. */
const HTMLAttributes = { dir: 'auto' };

const language = {
  default: null,
  rendered: false,
  parseHTML: (element: HTMLElement) =>
    /(?:^|\s)language-(?<name>[\w+#.-]+)/u.exec(element.firstElementChild?.className ?? '')
      ?.groups?.['name'] ?? null,
};
const href = {
  default: null,
  parseHTML: (element: HTMLElement) => hrefOf(element.getAttribute('href') ?? ''),
};

/** The starter kit without what notes do not have, restricted to what the markup can hold. */
const NoteKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension.name === 'codeBlock')
        return extension.extend({ addAttributes: () => ({ language }) });
      if (extension.name === 'link') {
        return extension.extend({
          excludes: 'link code',
          addAttributes: () => ({ href }),
          // Ours open links (links.ts).
          addProseMirrorPlugins: () => [],
        });
      }
      const fitted = FITTED[extension.name];
      return fitted ? extension.extend(fitted) : extension;
    });
  },
}).configure({
  blockquote: { HTMLAttributes },
  bulletList: { HTMLAttributes },
  heading: { levels: [1, 2, 3], HTMLAttributes },
  orderedList: { HTMLAttributes },
  paragraph: { HTMLAttributes },
  codeBlock: { HTMLAttributes: { dir: 'ltr' } },
  link: {
    autolink: false,
    openOnClick: false,
    linkOnPaste: false,
    isAllowedUri: (url) => hrefOf(url) !== null,
  },
  strike: false,
  trailingNode: false,
  undoRedo: { depth: UNDO_DEPTH },
});

const Check = TaskItem.extend({ content: `paragraph (${LISTS})*` }).configure({
  nested: true,
  a11y: { checkboxLabel: ({ firstChild }) => firstChild?.textContent || 'Empty item' },
});

/** All extensions of the note editor; anything else is dropped when it is pasted. */
export const noteExtensions: Extensions = [
  NoteKit,
  TaskList.configure({ HTMLAttributes }),
  Check,
  OpenLinks,
  FitToMarkup,
  QuoteLines,
  ExactUndo,
  Placeholder.configure({ placeholder: 'Write your note content here...' }),
];
