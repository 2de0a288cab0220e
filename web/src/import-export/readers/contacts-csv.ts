import { byName, csvRows, headerAt, type CsvRow } from '../files/csv.ts';
import { decode } from '../files/text.ts';
import type { ContactDraft, ContactField, LeftField, Reader } from '../types.ts';

/** The columns that a field is read from: the first with something in it. */
type Columns = Partial<Record<ContactField, readonly string[]>>;

const OUTLOOK: Columns = {
  first_name: ['First Name', 'Vorname', 'Prénom', 'Nombre'],
  middle_name: ['Middle Name', 'Weitere Vornamen', 'Deuxième prénom'],
  last_name: ['Last Name', 'Nachname', 'Nom', 'Apellidos'],
  suffix: ['Suffix', 'Namenszusatz', 'Suffixe'],
  company: ['Company', 'Firma', 'Société', 'Organización'],
  title: ['Job Title', 'Position', 'Titre'],
  email_address: ['E-mail Address', 'E-Mail-Adresse', 'Adresse de messagerie'],
  mobile_phone: ['Mobile Phone', 'Mobiltelefon', 'Tél. mobile'],
  phone: [
    'Home Phone',
    'Business Phone',
    'Primary Phone',
    'Telefon privat',
    'Telefon geschäftlich',
  ],
  category: ['Categories', 'Kategorien', 'Catégories'],
};
/** Of an address only one kind is taken whole; the other keeps its fields below the contact. */
const OUTLOOK_ADDRESSES = [
  ['Home Street', 'Home Street 2', 'Home City', 'Home State', 'Home Postal Code'],
  [
    'Business Street',
    'Business Street 2',
    'Business City',
    'Business State',
    'Business Postal Code',
  ],
  [
    'Straße privat',
    'Straße privat 2',
    'Ort privat',
    'Bundesland/Kanton privat',
    'Postleitzahl privat',
  ],
  [
    'Straße geschäftlich',
    'Straße geschäftlich 2',
    'Ort geschäftlich',
    'Region geschäftlich',
    'Postleitzahl geschäftlich',
  ],
] as const;
const ADDRESS_FIELDS = ['address_one', 'address_two', 'city', 'state', 'zip_code'] as const;

const GOOGLE: Columns = {
  first_name: ['First Name', 'Given Name'],
  middle_name: ['Middle Name', 'Additional Name'],
  last_name: ['Last Name', 'Family Name'],
  suffix: ['Name Suffix'],
  company: ['Organization Name', 'Organization 1 - Name'],
  title: ['Organization Title', 'Organization 1 - Title'],
  email_address: ['E-mail 1 - Value'],
  address_one: ['Address 1 - Street'],
  address_two: ['Address 1 - Extended Address', 'Address 1 - PO Box'],
  city: ['Address 1 - City'],
  state: ['Address 1 - Region'],
  zip_code: ['Address 1 - Postal Code'],
};

/** What says nothing to a person, and what only labels another column. */
const UNSAID =
  /(?:- (?:Label|Type)|- Formatted|^Photo|^Name$|^Group Membership|^Labels$|^(?:Priority|Priorität|Sensitivity|Vertraulichkeit|Private|Privat)|Yomi|Phonetic)/u;

const list = (text: string) =>
  text
    .split(/ ::: |;/u)
    .map((part) => part.trim().replace(/^\* /u, ''))
    .filter(Boolean);

class ContactRow {
  readonly used = new Set<string>();
  readonly header: readonly string[];
  private readonly cell: (name: string) => string;

  constructor(header: readonly string[], cell: (name: string) => string) {
    this.header = header;
    this.cell = cell;
  }

  take(name: string): string {
    const text = this.cell(name);
    this.used.add(name.toLowerCase());
    return text;
  }

  fields(columns: Columns): ContactDraft {
    const draft: ContactDraft = {};
    for (const [field, names] of Object.entries(columns) as [ContactField, readonly string[]][]) {
      const name = names.find((column) => this.cell(column) !== '');
      if (name) draft[field] = this.take(name);
    }
    return draft;
  }

  left(): LeftField[] {
    return this.header.flatMap((name) => {
      if (this.used.has(name.trim().toLowerCase()) || UNSAID.test(name.trim())) return [];
      const kind =
        this.cell(name.replace(/- Value$/u, '- Label')) ||
        this.cell(name.replace(/- Value$/u, '- Type'));
      const label = name
        .trim()
        .replace(/ (?:\d+ )?- Value$/u, kind ? ` (${kind.replace(/^\* /u, '')})` : '');
      return [{ label, text: this.cell(name).replaceAll(' ::: ', ', ') }];
    });
  }
}

function google(row: ContactRow): ContactDraft {
  const draft = row.fields(GOOGLE);
  const numbers = row.header
    .filter((name) => /^Phone \d+ - Value$/u.test(name.trim()))
    .map((name) => name.trim());
  const kind = (name: string) =>
    row.take(name.replace('Value', 'Label')) || row.take(name.replace('Value', 'Type'));
  const mobile = numbers.find(
    (name) => row.take(name) !== '' && /mobile|mobil|cell|handy/iu.test(kind(name)),
  );
  const other = numbers.find(
    (name) => name !== mobile && row.take(name) !== '' && !/fax/iu.test(kind(name)),
  );
  for (const name of numbers)
    if (name !== mobile && name !== other) row.used.delete(name.toLowerCase());
  if (mobile) draft.mobile_phone = row.take(mobile);
  if (other) draft.phone = row.take(other);
  for (const field of ['email_address', 'mobile_phone', 'phone'] as const) {
    // One cell may hold several: the others are told below the contact.
    const [first = null] = list(draft[field] ?? '');
    if (draft[field] !== first && draft[field])
      row.used.delete(
        (field === 'email_address'
          ? 'E-mail 1 - Value'
          : ((field === 'phone' ? other : mobile) ?? '')
        ).toLowerCase(),
      );
    draft[field] = first;
  }
  const labels = list(row.take('Labels') || row.take('Group Membership')).filter(
    (label) => !/^my ?contacts$|^starred$/iu.test(label),
  );
  draft.category = labels[0] ?? null;
  const name = row.take('Name') || row.take('File As');
  const plain = [draft.first_name, draft.last_name].filter(Boolean).join(' ');
  if (name !== '' && name !== plain) draft.display_full_name = name;
  return draft;
}

function outlook(row: ContactRow): ContactDraft {
  const draft = row.fields(OUTLOOK);
  const address = OUTLOOK_ADDRESSES.find((names) => row.fields({ address_one: names }).address_one);
  for (const [at, name] of (address ?? []).entries())
    draft[ADDRESS_FIELDS[at] ?? 'city'] = row.take(name);
  draft.category = list(draft.category ?? '')[0] ?? null;
  return draft;
}

function readRows(
  file: string,
  rows: readonly CsvRow[],
  isGoogle: boolean,
  to: Parameters<Reader>[1],
) {
  const [header, ...others] = rows;
  if (!header) return;
  const cells = byName(header.cells);
  for (const csv of others) {
    const row = new ContactRow(header.cells, cells(csv));
    const draft = isGoogle ? google(row) : outlook(row);
    to.contact({ file, line: csv.line }, draft, row.left());
  }
}

export const isGoogleContacts = (rows: readonly CsvRow[]) =>
  headerAt(rows, 'E-mail 1 - Value') === 0 ||
  headerAt(rows, 'Phone 1 - Value') === 0 ||
  headerAt(rows, 'Given Name', 'Family Name') === 0;

export const isOutlookContacts = (rows: readonly CsvRow[]) =>
  headerAt(rows, 'First Name', 'E-mail Address') === 0 ||
  headerAt(rows, 'Vorname', 'E-Mail-Adresse') === 0 ||
  headerAt(rows, 'First Name', 'Mobile Phone') === 0;

/** The contacts that Google and Outlook write as CSV; what other programs write for them, too. */
export const readContactsCsv: Reader = (files, to) => {
  for (const { name, bytes } of files) {
    const { rows, isCutOff } = csvRows(decode(bytes).text);
    readRows(name, rows, isGoogleContacts(rows), to);
    if (isCutOff)
      to.problem(
        { file: name },
        'The file ends within quotes: it may be cut off, so look at its last row.',
      );
  }
};
