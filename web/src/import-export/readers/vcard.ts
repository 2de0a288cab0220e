import { buildFullName } from '#domain/contact.ts';
import {
  contentLines,
  splitValue,
  unescapeText,
  type ContentLine,
} from '../files/content-lines.ts';
import { decode } from '../files/text.ts';
import type { Collector, ContactDraft, LeftField, Reader } from '../types.ts';

const SILENT = new Set(
  'BEGIN END VERSION PRODID UID REV N FN SORT-STRING CLIENTPIDMAP MAILER CLASS X-ABUID X-ABADR X-ABLABEL X-ABSHOWAS X-ALMANAC-DISPLAY-NAME KIND'.split(
    ' ',
  ),
);
const MEDIA = new Set(['PHOTO', 'LOGO', 'SOUND', 'KEY']);
const LABELS: Record<string, string> = {
  BDAY: 'Birthday',
  ANNIVERSARY: 'Anniversary',
  'X-ANNIVERSARY': 'Anniversary',
  URL: 'Web page',
  NOTE: 'Note',
  NICKNAME: 'Nickname',
  ROLE: 'Role',
  TEL: 'Phone',
  EMAIL: 'E-mail',
  ADR: 'Address',
  IMPP: 'Chat',
  'X-SOCIALPROFILE': 'Profile',
  'X-ABRELATEDNAMES': 'Related',
  'X-ABDATE': 'Date',
  RELATED: 'Related',
  TZ: 'Time zone',
  GEO: 'Place',
};

const has = (line: ContentLine, type: string) =>
  line.params.get('TYPE')?.some((value) => value.toLowerCase() === type) ?? false;
/** vCard 4.0 numbers from 1, the first; before it `pref` is a type. */
const preference = (line: ContentLine) =>
  has(line, 'pref') ? 0 : Number(line.params.get('PREF')?.[0] ?? 101);
const preferredFirst = (lines: readonly ContentLine[]) =>
  lines.toSorted((a, b) => preference(a) - preference(b));
const withoutScheme = (value: string) =>
  unescapeText(value)
    .replace(/^(?:tel|mailto):/iu, '')
    .trim();

function addressText(line: ContentLine): string {
  return splitValue(line.value, ';')
    .filter((part) => part.trim() !== '')
    .join(', ');
}

class Card {
  readonly left: LeftField[] = [];
  private readonly lines: readonly ContentLine[];

  constructor(lines: readonly ContentLine[]) {
    this.lines = lines;
  }

  private of(name: string) {
    return this.lines.filter((line) => line.name === name && line.value.trim() !== '');
  }

  private text(name: string) {
    return unescapeText(this.of(name)[0]?.value ?? '').trim();
  }

  /** A name that somebody gave a field: Apple's `item1.X-ABLabel`, or its types. */
  private label(line: ContentLine): string {
    const own =
      line.group &&
      this.lines.find(({ group, name }) => name === 'X-ABLABEL' && group === line.group);
    const named = own ? own.value.replace(/^_\$!<(.*)>!\$_$/u, '$1') : '';
    const types = (line.params.get('TYPE') ?? []).filter(
      (type) => !/^(?:pref|internet|voice)$/iu.test(type),
    );
    const label = LABELS[line.name] ?? line.name.replace(/^X-/u, '').toLowerCase();
    const more = named || types.join(', ').toLowerCase();
    return more ? `${label} (${more})` : label;
  }

  private keep(line: ContentLine, text = unescapeText(line.value)) {
    this.left.push({ label: this.label(line), text: text.trim() });
  }

  private names(): ContactDraft {
    const [last = '', first = '', middle = '', prefix = '', suffix = ''] = splitValue(
      this.of('N')[0]?.value ?? '',
      ';',
    );
    this.left.push({ label: 'Name prefix', text: prefix });
    const name = { first_name: first, middle_name: middle, last_name: last, suffix };
    const shown = this.text('FN');
    const kept = this.text('X-ALMANAC-DISPLAY-NAME');
    const isMade = shown === buildFullName(name) || shown === `${first} ${last}`.trim();
    if (kept === 'none' || (kept === '' && isMade)) return name;
    return { ...name, display_full_name: shown };
  }

  private phones(): ContactDraft {
    const phones = preferredFirst(this.of('TEL'));
    const mobile = phones.find(
      (line) => has(line, 'cell') || /mobil|iphone/iu.test(this.label(line)),
    );
    const other = phones.find(
      (line) => line !== mobile && !has(line, 'fax') && !has(line, 'pager'),
    );
    for (const line of phones)
      if (line !== mobile && line !== other) this.keep(line, withoutScheme(line.value));
    return {
      mobile_phone: mobile ? withoutScheme(mobile.value) : null,
      phone: other ? withoutScheme(other.value) : null,
    };
  }

  private address(): ContactDraft {
    const [first, ...others] = preferredFirst(this.of('ADR'));
    for (const line of others) this.keep(line, addressText(line));
    if (!first) return {};
    const [box = '', extended = '', street = '', city = '', state = '', zip = '', country = ''] =
      splitValue(first.value, ';');
    this.left.push({ label: 'Country', text: country });
    const more = [extended, street ? box : ''].filter((part) => part.trim() !== '').join(', ');
    return {
      address_one: street || box,
      address_two: more,
      city,
      state,
      zip_code: zip,
    };
  }

  read(): ContactDraft {
    const [email, ...emails] = preferredFirst(this.of('EMAIL'));
    for (const line of emails) this.keep(line, withoutScheme(line.value));
    const [company = '', ...units] = splitValue(this.of('ORG')[0]?.value ?? '', ';');
    this.left.push({ label: 'Department', text: units.filter(Boolean).join(', ') });
    const [category, ...categories] = this.of('CATEGORIES').flatMap(({ value }) =>
      splitValue(value, ','),
    );
    this.left.push({ label: 'Categories', text: categories.join(', ') });
    const draft: ContactDraft = {
      ...this.names(),
      ...this.phones(),
      ...this.address(),
      email_address: email ? withoutScheme(email.value) : null,
      company,
      title: this.text('TITLE'),
      category: category ?? null,
    };
    const known = new Set([
      ...SILENT,
      ...MEDIA,
      'TEL',
      'EMAIL',
      'ADR',
      'ORG',
      'CATEGORIES',
      'TITLE',
    ]);
    for (const line of this.lines) if (!known.has(line.name)) this.keep(line);
    for (const name of ['ORG', 'TITLE']) for (const line of this.of(name).slice(1)) this.keep(line);
    return draft;
  }

  get media() {
    return this.lines.find(({ name }) => MEDIA.has(name))?.name;
  }
}

function readFile(name: string, text: string, to: Collector) {
  const { lines, lost } = contentLines(text);
  for (const line of lost.slice(0, 20))
    to.problem({ file: name, line }, 'This line is no part of a contact and was left out.');
  let open: ContentLine[] | undefined;
  let photos = 0;
  for (const line of lines) {
    const isCard = line.value.trim().toUpperCase() === 'VCARD';
    if (line.name === 'BEGIN' && isCard) {
      if (open)
        to.skip({ file: name, line: open[0]?.line ?? line.line }, 'This contact has no end.');
      open = [line];
    } else if (line.name === 'END' && isCard && open) {
      const card = new Card(open);
      const at = { file: name, line: open[0]?.line ?? line.line };
      if (open.some((own) => own.name === 'KIND' && /^group$/iu.test(own.value.trim())))
        to.skip(at, 'It is a group of contacts, not a contact.');
      else {
        const draft = card.read();
        photos += Number(card.media !== undefined);
        to.contact(at, draft, card.left);
      }
      open = undefined;
    } else open?.push(line);
  }
  if (open)
    to.skip(
      { file: name, line: open[0]?.line ?? 1 },
      'This contact has no end: the file is cut off.',
    );
  if (photos > 0)
    to.problem(
      { file: name },
      `Pictures and keys of ${photos.toLocaleString('en-US')} ${photos === 1 ? 'contact were' : 'contacts were'} left out.`,
    );
}

/** vCard 2.1, 3.0 and 4.0, any number in a file. */
export const readVCard: Reader = (files, to) => {
  for (const { name, bytes } of files) readFile(name, decode(bytes).text, to);
};
