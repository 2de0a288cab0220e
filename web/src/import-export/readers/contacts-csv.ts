import { byName, csvRows, headerAt, type CsvRow } from '../files/csv.ts';
import { decode } from '../files/text.ts';
import type { ContactDraft, ContactField, LeftField, Reader } from '../types.ts';

/** The columns that a field is read from: the first with something in it. */
type Columns = Partial<Record<ContactField, readonly string[]>>;

const OUTLOOK: Columns = {
  first_name: ['First Name', 'Vorname', 'Prénom', 'Nombre', 'Nome', 'Primeiro nome', 'Voornaam'],
  middle_name: [
    'Middle Name',
    'Weitere Vornamen',
    'Deuxième prénom',
    'Segundo nombre',
    'Secondo nome',
    'Segundo nome',
    'Nome do meio',
    'Middelste naam',
  ],
  last_name: ['Last Name', 'Nachname', 'Nom', 'Apellidos', 'Cognome', 'Sobrenome', 'Achternaam'],
  suffix: ['Suffix', 'Namenszusatz', 'Suffixe', 'Sufijo', 'Sufixo', 'Achtervoegsel'],
  company: ['Company', 'Firma', 'Société', 'Organización', 'Società', 'Empresa', 'Bedrijf'],
  // In French both what stands before a name and what somebody does are called so.
  title: ['Job Title', 'Position', 'Titre (2)', 'Puesto', 'Posizione', 'Cargo', 'Functie'],
  email_address: [
    'E-mail Address',
    'E-Mail-Adresse',
    'Adresse de messagerie',
    'Dirección de correo electrónico',
    'Indirizzo posta elettronica',
    'Endereço de email',
    'E-mailadres',
  ],
  mobile_phone: [
    'Mobile Phone',
    'Mobiltelefon',
    'Tél. mobile',
    'Teléfono móvil',
    'Cellulare',
    'Telefone celular',
    'Mobiele telefoon',
  ],
  phone: [
    'Home Phone',
    'Business Phone',
    'Primary Phone',
    'Telefon privat',
    'Telefon (privat)',
    'Telefon geschäftlich',
    'Téléphone (domicile)',
    'Téléphone (bureau)',
    'Teléfono particular',
    'Teléfono del trabajo',
    'Abitazione',
    'Ufficio',
    'Telefone residencial',
    'Telefone comercial',
    'Telefoon thuis',
    'Telefoon op werk',
  ],
  category: ['Categories', 'Kategorien', 'Catégories', 'Categorías', 'Categorie', 'Categorias'],
};
/** Of an address only one kind is taken whole; the other keeps its fields below the contact. */
const OUTLOOK_ADDRESSES = [
  'Home Street|Home Street 2|Home City|Home State|Home Postal Code',
  'Business Street|Business Street 2|Business City|Business State|Business Postal Code',
  'Straße privat|Straße privat 2|Ort privat|Bundesland/Kanton privat|Postleitzahl privat',
  'Straße geschäftlich|Straße geschäftlich 2|Ort geschäftlich|Region geschäftlich|Postleitzahl geschäftlich',
  'Rue (domicile)|Rue (domicile) 2|Ville (domicile)|Dép/Région (domicile)|Code postal (domicile)',
  'Rue (bureau)|Rue (bureau) 2|Ville (bureau)|Dép/Région (bureau)|Code postal (bureau)',
  'Via (ab.)|Via (ab.) 2|Città (ab.)|Provincia (ab.)|CAP (ab.)',
  'Via (uff.)|Via (uff.) 2|Città (uff.)|Provincia (uff.)|CAP (uff.)',
  'Huisadres, straat|Huisadres, straat 2|Huisadres, plaats|Huisadres, provincie|Huisadres, postcode',
  'Werkadres, straat|Werkadres 2, straat|Werkadres, plaats|Werkadres, provincie|Werkadres, postcode',
].map((names) => names.split('|'));
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
  /(?:- (?:Label|Type)|- Formatted|^Photo|^Name$|^Group Membership|^Labels$|^(?:Priority|Priorität|Priorité|Priorità|Prioriteit|Sensitivity|Vertraulichkeit|Gevoeligheid|Private|Privat$|Privé)|Yomi|Phonetic)/u;

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
    // One cell may hold several: the others are listed below the contact.
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

/** The names of the columns; of two of the same name the second is listed as such. */
function distinct(names: readonly string[]): string[] {
  const known = new Set<string>();
  return names.map((name) => {
    const plain = name.trim();
    if (plain === '' || !known.has(plain)) {
      known.add(plain);
      return plain;
    }
    return `${plain} (2)`;
  });
}

function readRows(
  file: string,
  rows: readonly CsvRow[],
  isGoogle: boolean,
  to: Parameters<Reader>[1],
) {
  const [first, ...others] = rows;
  if (!first) return;
  const header = distinct(first.cells);
  const cells = byName(header);
  for (const csv of others) {
    const row = new ContactRow(header, cells(csv));
    const draft = isGoogle ? google(row) : outlook(row);
    to.contact({ file, line: csv.line }, draft, row.left());
  }
}

export const isGoogleContacts = (rows: readonly CsvRow[]) =>
  headerAt(rows, 'E-mail 1 - Value') === 0 ||
  headerAt(rows, 'Phone 1 - Value') === 0 ||
  headerAt(rows, 'Given Name', 'Family Name') === 0 ||
  headerAt(rows, 'First Name', 'Phonetic First Name', 'Labels') === 0;

const nameColumns = [...(OUTLOOK.first_name ?? []), ...(OUTLOOK.last_name ?? [])];
const reachColumns = [...(OUTLOOK.email_address ?? []), ...(OUTLOOK.mobile_phone ?? [])];

/** A name and how to reach somebody, in one of the languages that Outlook writes. */
export const isOutlookContacts = (rows: readonly CsvRow[]) =>
  nameColumns.some((name) => headerAt(rows, name) === 0) &&
  reachColumns.some((name) => headerAt(rows, name) === 0);

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
