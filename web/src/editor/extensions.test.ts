import { TextSelection } from '@tiptap/pm/state';
import { Editor, getSchema } from '@tiptap/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoteDocument } from '#domain/markup/document.ts';
import { noteExtensions } from './extensions.ts';
import { markupOf, parseMarkup, serializeMarkup } from '#domain/markup/markup.ts';

const schema = getSchema(noteExtensions);

test('spec §2 notes: the editor knows exactly what the toolbar and its menu offer', () => {
  expect(Object.keys(schema.marks)).toEqual(['link', 'bold', 'italic', 'underline', 'code']);
  expect(Object.keys(schema.nodes).toSorted()).toEqual([
    'blockquote',
    'bulletList',
    'codeBlock',
    'doc',
    'hardBreak',
    'heading',
    'horizontalRule',
    'listItem',
    'orderedList',
    'paragraph',
    'taskItem',
    'taskList',
    'text',
  ]);
});

test('spec §3 note markup: whatever a stored text says, the editor can hold it', () => {
  const old = ['a', ' ', '*', '**', '__', '- ', '1. ', '> ', '\n', '  - ', '\\'];
  const added = ['# ', '[ ] ', '`', '[b](tel:1)', '\n---\n', '\n```\n'];
  const parts = fc.constantFrom(...old, ...added);
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (markup) => {
      const node = schema.nodeFromJSON(parseMarkup(markup.join('')));
      expect(() => node.check()).not.toThrow();
    }),
    { numRuns: 1000 },
  );
});

test('spec §3 note markup: the editor keeps the document as the mapping made it', () => {
  const document = parseMarkup(
    '**a*b**c*\n\n- x\n  3. __y__\n> q\n# h\n- [x] **[l](tel:1)`c`**\n---\n```js\nz\n```',
  );
  const held: unknown = JSON.parse(
    JSON.stringify(schema.nodeFromJSON(document).toJSON()),
    (key, value: unknown) => (key === 'type' && value === null ? undefined : value),
  );
  expect(held).toEqual(document);
});

/** An editor without a page: all but the view, which takes no part in what a document can be. */
function openEditor(markup: string): Editor {
  const content = parseMarkup(markup);
  const editor = new Editor({ element: null, extensions: noteExtensions, content });
  const { plugins } = editor.extensionManager;
  editor.view.updateState(editor.state.reconfigure({ plugins }));
  return editor;
}

/** The document as it is stored; plain objects, as `parseMarkup` makes them. */
const documentOf = (editor: Editor) =>
  JSON.parse(
    JSON.stringify(editor.getJSON(), (key, value: unknown) =>
      // The kind of a list's numbers, which only pasted HTML could set, and which is not kept.
      key === 'type' && value === null ? undefined : value,
    ),
  ) as NoteDocument;

/** What a person does with the toolbar, its keys and the keyboard. */
const actions: Record<string, (editor: Editor) => boolean> = {
  bold: ({ commands }) => commands.toggleBold(),
  italic: ({ commands }) => commands.toggleItalic(),
  underline: ({ commands }) => commands.toggleUnderline(),
  bullets: ({ commands }) => commands.toggleBulletList(),
  numbers: ({ commands }) => commands.toggleOrderedList(),
  quote: ({ commands }) => commands.toggleQuote(),
  enter: ({ commands }) =>
    commands.first(({ commands: either }) => [
      () => either.splitListItem('listItem'),
      () => either.liftEmptyBlock(),
      () => either.splitBlock(),
    ]),
  tab: ({ commands }) => commands.sinkListItem('listItem'),
  shiftTab: ({ commands }) => commands.liftListItem('listItem'),
  backspace: ({ commands }) =>
    commands.first(({ commands: either }) => [
      () => either.deleteSelection(),
      () => either.joinBackward(),
    ]),
  delete: ({ commands }) =>
    commands.first(({ commands: either }) => [
      () => either.deleteSelection(),
      () => either.joinForward(),
    ]),
  heading: ({ commands }) => commands.toggleHeading({ level: 2 }),
  checklist: ({ commands }) => commands.toggleTaskList(),
  codeBlock: ({ commands }) => commands.toggleCodeBlock(),
  rule: ({ commands }) => commands.setHorizontalRule(),
  code: ({ commands }) => commands.toggleCode(),
  link: ({ commands }) => commands.toggleLink({ href: 'https://a.b/' }),
  tick: ({ commands }) => commands.updateAttributes('taskItem', { checked: true }),
  undo: ({ commands }) => commands.undo(),
  redo: ({ commands }) => commands.redo(),
};

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(actions)).map((act) => ({ act })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'a',
        'b c',
        ' ',
        '*',
        '__',
        '- ',
        '1. ',
        '> ',
        '\\',
        '\t',
        '# ',
        '`',
        '[',
        '```',
      )
      .map((typed) => ({ typed })),
  },
  { weight: 2, arbitrary: fc.record({ from: fc.nat(), to: fc.nat() }) },
);
type Step = { act: string } | { typed: string } | { from: number; to: number };

function type(editor: Editor, text: string, at?: number): void {
  editor.commands.command(({ tr }) => Boolean(tr.insertText(text, at)));
}

function perform(editor: Editor, what: Step): void {
  if ('act' in what) actions[what.act]?.(editor);
  else if ('typed' in what) type(editor, what.typed);
  else {
    const { doc } = editor.state;
    const place = (at: number) => doc.resolve(at % (doc.content.size + 1));
    const selection = TextSelection.between(place(what.from), place(what.to));
    editor.commands.command(({ tr }) => Boolean(tr.setSelection(selection)));
  }
}

test('spec §3 note markup: whatever the toolbar makes of a note comes back the same', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        '',
        'one\ntwo',
        '- a\n- b\n  1. c\n> d\n> - e\n\nf',
        '3. x\n4. y\n\n*z*',
        '# h\n- [ ] t\n```\nc\n```\n---',
      ),
      fc.array(step, { maxLength: 25 }),
      (markup, steps) => {
        const editor = openEditor(markup);
        for (const each of steps) {
          perform(editor, each);
          const document = documentOf(editor);
          const written = serializeMarkup(document);
          expect(parseMarkup(written)).toEqual(document);
          expect(markupOf(editor.state.doc)).toBe(written);
        }
        editor.destroy();
      },
    ),
    { numRuns: 300 },
  );
});

test('spec §4 notes: a hundred changes can be undone, and no more', () => {
  const editor = openEditor('\n');
  for (let change = 0; change < 130; change += 1) {
    // At the start and the end by turns: changes next to each other count as one.
    const at = change % 2 === 0 ? 1 : editor.state.doc.content.size - 1;
    type(editor, 'x', at);
  }
  let undone = 0;
  while (editor.commands.undo()) undone += 1;
  expect(undone).toBe(100);
  expect(editor.getText({ blockSeparator: '' })).toBe('x'.repeat(30));
  while (editor.commands.redo()) undone -= 1;
  expect(undone).toBe(0);
  expect(editor.getText({ blockSeparator: '' })).toBe('x'.repeat(130));
});
