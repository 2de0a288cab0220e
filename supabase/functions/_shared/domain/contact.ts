import { CATEGORY_COLORS, type CategoryColor } from './category.ts';

/** What the rules below need of a contact; every text is optional (spec §3). */
export type ContactFields = {
  first_name?: string | null;
  middle_name?: string | null;
  last_name?: string | null;
  display_full_name?: string | null;
  company?: string | null;
  category?: string | null;
  email_address?: string | null;
  mobile_phone?: string | null;
};

/** How long a contact's texts may be, in characters, as the database has it. */
export const CONTACT_LIMITS = {
  first_name: 200,
  middle_name: 200,
  last_name: 200,
  suffix: 200,
  display_full_name: 500,
  title: 200,
  company: 200,
  category: 200,
  email_address: 500,
  mobile_phone: 200,
  phone: 200,
  address_one: 500,
  address_two: 500,
  city: 200,
  state: 200,
  zip_code: 200,
} as const;

export const CONTACT_SORT_FIELDS = ['lastName', 'firstName', 'company'] as const;
export type ContactSortField = (typeof CONTACT_SORT_FIELDS)[number];

export const CONTACT_VIEW_MODES = ['tile', 'list'] as const;
export type ContactViewMode = (typeof CONTACT_VIEW_MODES)[number];

function joined(...parts: (string | null | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');
}

/** First, middle and last name in one: what the dialog proposes as the display name (spec §2). */
export function buildFullName(contact: ContactFields): string {
  return joined(contact.first_name, contact.middle_name, contact.last_name);
}

/** The name a tile shows (spec §4): the display name, else first and last, else 'Unnamed Contact'. */
export function displayName(contact: ContactFields): string {
  return (
    joined(contact.display_full_name) ||
    joined(contact.first_name, contact.last_name) ||
    'Unnamed Contact'
  );
}

/** The name a list row shows: as the tile, with the middle name where there is no display name. */
export function rowName(contact: ContactFields): string {
  return joined(contact.display_full_name) || buildFullName(contact) || 'Unnamed Contact';
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** First letters of the first two words, in capitals (spec §4); a letter is what a reader sees as one. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => [...graphemes.segment(word)][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase();
}

const NAME_COLORS = CATEGORY_COLORS.filter((color) => color !== 'slate');

/** The colour behind the initials: always the same one for a name, whatever its case. */
export function nameColor(name: string): CategoryColor {
  let sum = 0;
  for (const letter of name.trim().toLowerCase())
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return NAME_COLORS[sum % NAME_COLORS.length] ?? 'slate';
}

/** The category filter: 'all', 'none' (no category, or 'none'), or a name (spec §5). */
export function inContactCategory({ category }: ContactFields, selected: string): boolean {
  if (selected === 'all') return true;
  if (selected === 'none') return !category || category === 'none';
  return category === selected;
}

/**
 * What a text is found by: lower case without accents, ß as ss, dotless i as i, full-width letters as
 * plain ones, a sigma at the end as any other. Whoever has no ü on the keyboard finds Jürgen too.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  // Most texts are plain, and all of 10,000 contacts are folded while the page is in use.
  if (/^[ -~]*$/u.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i')
    .normalize('NFC');
}

/**
 * The texts of a contact that a search looks through, folded once. Names, company and e-mail are
 * searched without regard to case, the mobile number as it is (spec §5).
 */
export function searchIndex(contact: ContactFields): { text: string; phone: string } {
  const texts = [displayName(contact), contact.company ?? '', contact.email_address ?? ''];
  // A line break cannot be typed into the search box, so no match reaches across two fields.
  return { text: texts.map(folded).join('\n'), phone: contact.mobile_phone ?? '' };
}

/** The test for what was typed, folded once for a whole list; nothing typed matches all. */
export function searchMatcher(search: string): (index: { text: string; phone: string }) => boolean {
  const wanted = search.trim();
  if (wanted === '') return () => true;
  const text = folded(wanted);
  return (index) => index.text.includes(text) || index.phone.includes(wanted);
}

const SORT_KEYS: Record<
  ContactSortField,
  (contact: ContactFields) => (string | null | undefined)[]
> = {
  lastName: (contact) => [contact.last_name, contact.first_name],
  firstName: (contact) => [contact.first_name, contact.last_name],
  company: (contact) => [contact.company, contact.last_name, contact.first_name],
};

const collator = new Intl.Collator(undefined, { sensitivity: 'accent', numeric: true });

/**
 * The contacts in order (spec §5, case never matters, any script): last name then first; first then
 * last; company then last then first. Equal ones keep the order they came in.
 */
export function sortContacts<T extends ContactFields>(
  contacts: readonly T[],
  field: ContactSortField,
): T[] {
  return contacts
    .map((contact) => ({
      contact,
      keys: SORT_KEYS[field](contact).map((key) => key?.trim() ?? ''),
    }))
    .toSorted((a, b) => {
      for (const [index, key] of a.keys.entries()) {
        const order = collator.compare(key, b.keys[index] ?? '');
        if (order !== 0) return order;
      }
      return 0;
    })
    .map(({ contact }) => contact);
}

/** The address of a link that writes an e-mail. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email.trim()).replaceAll('%40', '@').replaceAll('%2B', '+')}`;
}

/** The address of a link that calls a number (RFC 3966); an extension at its end is dialled after. */
export function phoneHref(phone: string): string {
  const [, number = '', extension] =
    /^(.*?)(?:(?:;?\s*ext\.?|x)\s*[:=]?\s*(\d+))?\s*$/iu.exec(phone.trim()) ?? [];
  const dialled = number.replaceAll(/[^\d+*#().-]/gu, '').replaceAll('#', '%23');
  return `tel:${dialled}${extension ? `;ext=${extension}` : ''}`;
}
