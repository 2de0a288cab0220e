import { getSchema } from '@tiptap/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteExtensions } from './extensions.ts';
import { parseMarkup } from './markup.ts';

const schema = getSchema(noteExtensions);

test('§2 notes: the editor knows exactly what the toolbar offers', () => {
  expect(Object.keys(schema.marks)).toEqual(['bold', 'italic', 'underline']);
  expect(Object.keys(schema.nodes).toSorted()).toEqual([
    'blockquote',
    'bulletList',
    'doc',
    'hardBreak',
    'listItem',
    'orderedList',
    'paragraph',
    'text',
  ]);
});

test('§3 note markup: whatever a stored text says, the editor can hold it', () => {
  const parts = fc.constantFrom('a', ' ', '*', '**', '__', '- ', '1. ', '> ', '\n', '  - ', '\\');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (markup) => {
      const node = schema.nodeFromJSON(parseMarkup(markup.join('')));
      expect(() => node.check()).not.toThrow();
    }),
    { numRuns: 1000 },
  );
});

test('§3 note markup: the editor keeps the document as the mapping made it', () => {
  const document = parseMarkup('**a*b**c*\n\n- x\n  3. __y__\n> q');
  const held: unknown = JSON.parse(
    JSON.stringify(schema.nodeFromJSON(document).toJSON()),
    (key, value: unknown) => (key === 'type' && value === null ? undefined : value),
  );
  expect(held).toEqual(document);
});
