/** What a link of a note may open; everything else is text (docs/decisions/0047). */
const OPENED = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** An address as the markup can hold it, or null where it is none that a note may open. */
export function hrefOf(text: string): string | null {
  if (!URL.canParse(text.trim())) return null;
  const { protocol, href } = new URL(text.trim());
  if (!OPENED.has(protocol) || href === protocol) return null;
  return href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(/\s/gu, '%20');
}

/** What somebody typed as the address of a link: a name without a scheme is a site or a mailbox. */
export function typedHref(text: string): string | null {
  const typed = text.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/u.test(typed)) return hrefOf(`mailto:${typed}`);
  return hrefOf(typed) ?? (/^[^\s/:@]+\.[^\s]+$/u.test(typed) ? hrefOf(`https://${typed}`) : null);
}

const BARE = /(?<![\w/])(?:https?:\/\/|mailto:|tel:)[^\s<>"'`\\]+/gu;

export type Address = { from: number; to: number; href: string };

/** The addresses that stand in a text as they are. Punctuation after one is not part of it. */
export function addressesIn(text: string): Address[] {
  if (!text.includes(':')) return [];
  return [...text.matchAll(BARE)].flatMap(({ 0: match, index }) => {
    let address = match.replace(/[.,;:!?*_\]}]+$/u, '');
    if (address.endsWith(')') && !address.includes('(')) {
      address = address.replace(/[).,;:!?]+$/u, '');
    }
    const href = hrefOf(address);
    return href ? [{ from: index, to: index + address.length, href }] : [];
  });
}
