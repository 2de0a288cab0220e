import { Extension } from '@tiptap/react';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { addressesIn, hrefOf } from '#domain/markup/addresses.ts';

/** The addresses in each block of text, cached: blocks are immutable. */
const found = new WeakMap<Node, ReturnType<typeof addressesIn>>();

function addressesOf(block: Node) {
  const known = found.get(block);
  if (known) return known;
  // One character for everything that is no text, so that offsets are positions.
  const text = block.textBetween(0, block.content.size, '\n', '\u{FFFC}');
  const addresses = block.type.spec.code ? [] : addressesIn(text);
  found.set(block, addresses);
  return addresses;
}

function decorate(doc: Node): DecorationSet {
  const shown: Decoration[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    for (const { from, to } of addressesOf(node)) {
      shown.push(Decoration.inline(position + 1 + from, position + 1 + to, { class: 'address' }));
    }
    return false;
  });
  return DecorationSet.create(doc, shown);
}

function hrefAt(doc: Node, position: number): string | null {
  const place = doc.resolve(position);
  const link = place.marks().find(({ type }) => type.name === 'link');
  if (link) return hrefOf(String(link.attrs['href']));
  const at = place.parentOffset;
  if (!place.parent.isTextblock) return null;
  return addressesOf(place.parent).find(({ from, to }) => from <= at && at <= to)?.href ?? null;
}

const key = new PluginKey<DecorationSet>('addresses');

/** Addresses look like links; a click with Ctrl or ⌘ opens them, a plain one sets the cursor. */
export const OpenLinks = Extension.create({
  name: 'openLinks',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key,
        state: {
          init: (_config, { doc }) => decorate(doc),
          apply: (transaction, shown) =>
            transaction.docChanged ? decorate(transaction.doc) : shown,
        },
        props: {
          decorations: (state) => key.getState(state),
          handleClick(view: EditorView, position, event) {
            if (!event.ctrlKey && !event.metaKey) return false;
            const href = hrefAt(view.state.doc, position);
            if (!href) return false;
            open(href, '_blank', 'noopener,noreferrer');
            return true;
          },
        },
      }),
    ];
  },
});
