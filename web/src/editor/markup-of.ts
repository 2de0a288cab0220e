import type { Node } from '@tiptap/pm/model';
import type { Block } from './document.ts';
import { serializeMarkup } from './markup.ts';

/** The markup of each block that was written once: blocks never change, they are replaced. */
const written = new WeakMap<Node, string>();

function markupOfBlock(block: Node): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  // The editor's schema is the one that `Block` describes (tested).
  const markup = serializeMarkup({ type: 'doc', content: [block.toJSON() as Block] });
  written.set(block, markup);
  return markup;
}

/**
 * The markup of the editor's document. Costs what has changed since the last time, so that a long
 * note can be kept while somebody types.
 */
export function markupOf(doc: Node): string {
  return doc.children.map((block) => markupOfBlock(block)).join('\n');
}
