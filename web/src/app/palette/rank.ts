import { folded } from '#domain/contact.ts';

export type Kind = 'action' | 'screen' | 'task' | 'contact' | 'note' | 'folder' | 'category';

/** Something that the palette can find. */
export type Entry = {
  kind: Kind;
  /** Of a row; the address of a screen; the name of an action. */
  uid: string;
  title: string;
  /** The title, folded once (docs/decisions/0003). */
  text: string;
  /** What else it is found by, folded: a description, a company, an address. */
  more: string;
};

const oneLine = (text: string) => folded(text).replaceAll(/\s+/gu, ' ');

export function entryOf(kind: Kind, uid: string, title: string, more = ''): Entry {
  return { kind, uid, title, text: oneLine(title), more: oneLine(more) };
}

/** Texts joined by line breaks, so that `indexOf` searches 35,000 of them in a millisecond. */
type Lines = { text: string; ends: Uint32Array };

function linesOf(texts: readonly string[]): Lines {
  let end = 0;
  const ends = Uint32Array.from(texts, ({ length }) => (end += length + 1));
  return { text: `\n${texts.join('\n')}\n`, ends };
}

/** Calls `visit` with the line and position of each hit, until it returns false. */
function eachHit(
  { text, ends }: Lines,
  wanted: string,
  visit: (line: number, at: number) => boolean,
): void {
  let line = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    while ((ends[line] ?? Infinity) <= at) line += 1;
    if (!visit(line, at)) return;
  }
}

/** Words from this length on may have a typo: with fewer letters too much would match. */
const TYPO_FROM = 4;
/** Typos are looked for only if there are fewer exact matches than this. */
const ENOUGH = 8;

/** Whether a text begins with `wanted`, with one letter wrong, missing, added or swapped. */
function beginsAlmost(text: string, wanted: string): boolean {
  let same = 0;
  while (same < wanted.length && text[same] === wanted[same]) same += 1;
  const isSwapped = text[same] === wanted[same + 1] && text[same + 1] === wanted[same];
  return (
    text.startsWith(wanted.slice(same + 1), same + 1) ||
    text.startsWith(wanted.slice(same + 1), same) ||
    text.startsWith(wanted.slice(same), same + 1) ||
    (isSwapped && text.startsWith(wanted.slice(same + 2), same + 2))
  );
}

/** Whether a word of the text begins so. Its first letter must be right or swapped: people rarely miss it. */
function hasTypo(text: string, wanted: string): boolean {
  return text
    .split(' ')
    .some(
      (word) =>
        (word[0] === wanted[0] || (word[0] === wanted[1] && word[1] === wanted[0])) &&
        beginsAlmost(word, wanted),
    );
}

/** Entries that can be searched; equal results keep their order. */
export class Index {
  readonly #entries: readonly Entry[];
  readonly #titles: Lines;
  readonly #all: Lines;

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
    this.#titles = linesOf(entries.map(({ text }) => text));
    this.#all = linesOf(entries.map(({ text, more }) => `${text} ${more}`));
  }

  /**
   * The best `limit` entries, in this order: the whole title, its beginning, the beginning of a word,
   * anywhere in the title; then all words in title or further text, in any order; then typos, if there
   * are too few exact matches. An empty search finds nothing.
   */
  find(search: string, limit: number): Entry[] {
    const wanted = oneLine(search).trim();
    if (wanted === '') return [];
    const found = new Set<Entry>();
    const look = (
      lines: Lines,
      text: string,
      enough: number,
      isMatch: (entry: Entry, at: number) => boolean = () => true,
    ) =>
      eachHit(lines, text, (line, at) => {
        const entry = this.#entries[line];
        if (entry && found.size < enough && isMatch(entry, at)) found.add(entry);
        return found.size < enough;
      });
    for (const text of [`\n${wanted}\n`, `\n${wanted}`, ` ${wanted}`, wanted])
      look(this.#titles, text, limit);

    const words = wanted.split(' ');
    const [rarest = ''] = words.toSorted((a, b) => b.length - a.length);
    look(this.#all, rarest, limit, ({ text, more }) =>
      words.every((word) => text.includes(word) || more.includes(word)),
    );

    const isAlmost = ({ text }: Entry) =>
      words.every(
        (word) => text.includes(word) || (word.length >= TYPO_FROM && hasTypo(text, word)),
      );
    for (const word of words.filter(({ length }) => length >= TYPO_FROM)) {
      const [first = '', second = ''] = word;
      const wordAt = (at: number) => this.#titles.text.slice(at + 1, at + 2 + word.length);
      for (const begin of [`\n${first}`, ` ${first}`, `\n${second}${first}`, ` ${second}${first}`])
        look(this.#titles, begin, Math.min(limit, ENOUGH), (entry, at) => {
          return beginsAlmost(wordAt(at), word) && isAlmost(entry);
        });
    }
    return [...found];
  }
}

/** Characters of an excerpt before its match, so that this is seen on a phone, too. */
const LEAD = 24;

/** An excerpt of a text as [before, match, after], without the signs of its markup. */
export function excerptParts(excerpt: string, search: string): string[] {
  const plain = excerpt.replaceAll(/\*\*|__|~~|<\/?u>|^(?:#{1,3}|[-*]|>) /gu, '');
  const [before = '', ...rest] = markedParts(plain, search);
  if (rest.length === 0 || before.length <= LEAD) return [before, ...rest];
  return [`…${before.slice(-LEAD).replace(/^\S*\s+/u, '')}`, ...rest];
}

/** The title folded, and which of its characters each of the folded ones stands for. */
function foldedWithPlaces(title: string): { text: string; places: number[] } {
  let text = '';
  const places: number[] = [];
  let at = 0;
  for (const character of title) {
    const letters = folded(character);
    text += letters;
    for (let i = 0; i < letters.length; i += 1) places.push(at);
    at += character.length;
  }
  places.push(at);
  return { text, places };
}

/** A title as [before, match, after]; as [title] without a match. */
export function markedParts(title: string, search: string): string[] {
  const wanted = folded(search.trim());
  if (wanted === '') return [title];
  const { text, places } = foldedWithPlaces(title);
  const words = text.includes(wanted) ? [wanted] : wanted.split(/\s+/u);
  const [first] = words
    .map((word) => ({ at: text.indexOf(word), length: word.length }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  if (!first) return [title];
  const [start, end] = [places[first.at], places[first.at + first.length]];
  return [title.slice(0, start), title.slice(start, end), title.slice(end)];
}
