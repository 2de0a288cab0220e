import { CONTACT_LIMITS, folded, rowName } from '#domain/contact.ts';
import { NO_CATEGORY } from '#domain/category.ts';
import type {
  ContactField,
  Imported,
  ImportedContact,
  ImportedFolder,
  ImportedNote,
  ImportedTask,
  LeftField,
  Row,
} from './types.ts';

/** What the account has, as far as an import is compared with it. */
export type Existing = {
  tasks: { title: string; description: string | null; due_date: string | null }[];
  contacts: ExistingContact[];
  folders: { uid: string; name: string; parent_uid: string | null }[];
  notes: { uid: string; title: string }[];
  categories: string[];
};
export type ExistingContact = { uid: string } & Record<ContactField, string | null>;

export type LineKind = 'task' | 'contact' | 'note';

/** What is known of a row: `similar` is a contact that may be one that the account has. */
export type LineState = 'new' | 'same' | 'similar';

/** A row of the preview. `index` names it among all rows of the import. */
export type Line = {
  index: number;
  /** The same as a text, for lists. */
  key: string;
  kind: LineKind;
  state: LineState;
  title: string;
  /** Category, folder, company: what tells it from others. */
  detail: string;
  /** YYYY-MM-DD; null for none. */
  due: string | null;
  /** What has no field of its own, as it is written below. */
  left: string;
};

/** Two contacts that may be one: only fields in which they differ. */
export type Similar = {
  uid: string;
  name: string;
  differences: { field: ContactField; mine: string | null; theirs: string }[];
};

const FIELDS = Object.keys(CONTACT_LIMITS) as ContactField[];
const COMPARED = FIELDS.filter((field) => field !== 'category');

const valueOf = (contact: Record<ContactField, string | null>, field: ContactField) => {
  const value = contact[field]?.trim() ?? '';
  return field === 'category' && value.toLowerCase() === NO_CATEGORY ? '' : value;
};

const taskKey = ({ title, description, due_date }: Existing['tasks'][number]) =>
  JSON.stringify([title, description ?? '', due_date]);
const contactKey = (contact: Record<ContactField, string | null>) =>
  JSON.stringify(COMPARED.map((field) => valueOf(contact, field)));
const noteKey = (title: string, content: string | null) => JSON.stringify([title, content ?? '']);

const wordsOf = (left: readonly LeftField[]) =>
  left.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join(' · ');

const digits = (phone: string) => phone.replaceAll(/\D/gu, '').slice(-9);

/** What two contacts that are one person have in common, each as one text. */
function traits(contact: Record<ContactField, string | null>): string[] {
  const first = folded(valueOf(contact, 'first_name'));
  const last = folded(valueOf(contact, 'last_name'));
  const shown = folded(valueOf(contact, 'display_full_name'));
  const found = new Set<string>();
  if (first && last) found.add(`name ${first} ${last}`);
  if (shown.includes(' ')) found.add(`name ${shown}`);
  const email = valueOf(contact, 'email_address').toLowerCase();
  if (email) found.add(`e-mail ${email}`);
  for (const field of ['mobile_phone', 'phone'] as const) {
    const number = digits(valueOf(contact, field));
    // A short one is an extension, which many people share.
    if (number.length >= 7) found.add(`phone ${number}`);
  }
  return [...found];
}

function differencesOf(mine: ExistingContact, theirs: ImportedContact): Similar['differences'] {
  return FIELDS.flatMap((field) => {
    const [have, come] = [valueOf(mine, field), valueOf(theirs, field)];
    return come === '' || come === have
      ? []
      : [{ field, mine: have === '' ? null : have, theirs: come }];
  });
}

/**
 * The contact that says the most of the same: by name, e-mail or number. Where several do, the one
 * with the fewest contradictions.
 */
function similarTo(
  contact: ImportedContact,
  byTrait: ReadonlyMap<string, ExistingContact[]>,
): Similar | null {
  const candidates = new Set(traits(contact).flatMap((trait) => byTrait.get(trait) ?? []));
  const found = [...candidates].map((existing) => ({
    uid: existing.uid,
    name: rowName(existing),
    differences: differencesOf(existing, contact),
  }));
  const contradictions = ({ differences }: Similar) =>
    differences.filter(({ mine }) => mine !== null).length;
  return found.toSorted((a, b) => contradictions(a) - contradictions(b))[0] ?? null;
}

/** The paths of folders, from the root, as one text each. */
export function pathsOf<Folder>(
  folders: readonly Folder[],
  {
    key,
    name,
    parent,
  }: Record<'key' | 'name', (folder: Folder) => string> & {
    parent: (folder: Folder) => string | null;
  },
): Map<string, string> {
  const byKey = new Map(folders.map((folder) => [key(folder), folder]));
  const paths = new Map<string, string>();
  for (const folder of folders) {
    const names: string[] = [];
    let at: Folder | undefined = folder;
    for (let depth = 0; at !== undefined && depth < 100; depth += 1) {
      names.unshift(name(at).replaceAll('/', '∕'));
      const above = parent(at);
      at = above === null ? undefined : byKey.get(above);
    }
    paths.set(key(folder), names.join('/'));
  }
  return paths;
}

export const importedPaths = (folders: readonly ImportedFolder[]) =>
  pathsOf(folders, { key: (f) => f.key, name: (f) => f.name, parent: (f) => f.parent });

/** What was read, laid beside what the account has. */
export type Preview = {
  lines: Line[];
  /** Of the lines that are `similar`, by their index. */
  similar: Map<number, Similar>;
};

/** The notes of the account whose texts decide whether a note is one that it has. */
export function notesToCompare(imported: Imported, existing: Existing): string[] {
  const titles = new Set(imported.notes.map(({ fields }) => fields.title));
  return existing.notes.flatMap(({ uid, title }) => (titles.has(title) ? [uid] : []));
}

/**
 * Says of every row whether it is new: by its content, not by an id. A second one of the same content
 * in the import is `same`, too.
 * @param texts contents of the account's notes, of those that `notesToCompare` names
 */
export function preview(
  imported: Imported,
  existing: Existing,
  texts: ReadonlyMap<string, string | null>,
): Preview {
  const similar = new Map<number, Similar>();
  const lines: Line[] = [];
  const add = <Fields>(
    { left }: Row<Fields>,
    line: Pick<Line, 'kind' | 'state' | 'title' | 'detail'> & { due?: string | null },
  ) =>
    lines.push({
      index: lines.length,
      key: String(lines.length),
      left: wordsOf(left),
      due: null,
      ...line,
    });
  const seen = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => {
    const keys = new Set(items.map(keyOf));
    return (key: string): boolean => {
      const isThere = keys.has(key);
      keys.add(key);
      return isThere;
    };
  };

  const isTask = seen(existing.tasks, taskKey);
  for (const row of imported.tasks) {
    const { title, category, due_date, completed } = row.fields;
    add(row, {
      kind: 'task',
      state: isTask(taskKey(row.fields)) ? 'same' : 'new',
      title,
      detail: [category, completed ? 'completed' : ''].filter(Boolean).join(' · '),
      due: due_date,
    });
  }

  const byTrait = new Map<string, ExistingContact[]>();
  for (const contact of existing.contacts) {
    for (const trait of traits(contact)) {
      const others = byTrait.get(trait);
      if (others) others.push(contact);
      else byTrait.set(trait, [contact]);
    }
  }
  const isContact = seen(existing.contacts, contactKey);
  for (const row of imported.contacts) {
    const { fields } = row;
    const isThere = isContact(contactKey(fields));
    const found = isThere ? null : similarTo(fields, byTrait);
    const isMore = found !== null && found.differences.length > 0;
    if (isMore) similar.set(lines.length, found);
    add(row, {
      kind: 'contact',
      state: isMore ? 'similar' : isThere || found !== null ? 'same' : 'new',
      title: rowName(fields),
      detail: [fields.company, fields.email_address, fields.mobile_phone ?? fields.phone]
        .filter(Boolean)
        .join(' · '),
    });
  }

  const paths = importedPaths(imported.folders);
  const isNote = seen(
    existing.notes.filter(({ uid }) => texts.has(uid)),
    ({ uid, title }) => noteKey(title, texts.get(uid) ?? null),
  );
  for (const row of imported.notes) {
    const { title, content, folder } = row.fields;
    add(row, {
      kind: 'note',
      state: isNote(noteKey(title, content)) ? 'same' : 'new',
      title,
      detail: folder === null ? '' : (paths.get(folder) ?? ''),
    });
  }
  return { lines, similar };
}

/** A row as the server takes it (`stage_import`). */
export type ImportRow = { table: string; uid: string } & Record<string, unknown>;

/**
 * The rows to be sent for the chosen lines. Categories go by the spelling that the account has, and a
 * folder that it has at the same path is used; folders and categories that only left-out rows need
 * stay behind, but those that nothing uses come along: they were in the file for their own sake.
 */
export function importRows(
  imported: Imported,
  existing: Existing,
  chosen: ReadonlySet<number>,
  newUid: () => string,
): ImportRow[] {
  const { tasks, contacts, notes, folders } = imported;
  const pick = <Fields>(rows: readonly Row<Fields>[], first: number): Fields[] =>
    rows.flatMap(({ fields }, at) => (chosen.has(first + at) ? [fields] : []));
  const chosenTasks: ImportedTask[] = pick(tasks, 0);
  const chosenContacts: ImportedContact[] = pick(contacts, tasks.length);
  const chosenNotes: ImportedNote[] = pick(notes, tasks.length + contacts.length);

  const chosenFolders = neededFolders(imported, chosenNotes);
  const known = pathsOf(existing.folders, {
    key: ({ uid }) => uid,
    name: ({ name }) => name,
    parent: ({ parent_uid }) => parent_uid,
  });
  const uidAt = new Map([...known].map(([uid, path]) => [path, uid]));
  const paths = importedPaths(folders);
  const uidOf = new Map<string, string>();
  const newFolders = chosenFolders.filter(({ key }) => {
    const path = paths.get(key) ?? '';
    const there = uidAt.get(path);
    uidOf.set(key, there ?? newUid());
    return there === undefined;
  });

  const spelled = new Map(existing.categories.map((name) => [name.toLowerCase(), name]));
  for (const { name } of imported.categories)
    if (!spelled.has(name.toLowerCase())) spelled.set(name.toLowerCase(), name);
  const named = (name: string | null) =>
    name === null ? null : (spelled.get(name.toLowerCase()) ?? name);

  const isUsed = (name: string, rows: readonly { category: string | null }[]) =>
    rows.some(({ category }) => category?.toLowerCase() === name.toLowerCase());
  const all = [...tasks, ...contacts].map(({ fields }) => fields);
  const going = [...chosenTasks, ...chosenContacts, ...newFolders];
  const has = new Set(existing.categories.map((name) => name.toLowerCase()));
  const newCategories = imported.categories.filter(
    ({ name }) =>
      !has.has(name.toLowerCase()) &&
      (isUsed(name, going) || !(isUsed(name, all) || isUsed(name, folders))),
  );

  return [
    ...newCategories.map((fields) => ({ table: 'categories', uid: newUid(), ...fields })),
    ...newFolders.map(({ key, name, category, parent, created_at }) => ({
      table: 'folders',
      uid: uidOf.get(key) ?? newUid(),
      name,
      category: named(category) ?? '',
      parent_uid: parent === null ? null : (uidOf.get(parent) ?? null),
      created_at,
    })),
    ...chosenNotes.map(({ folder, ...fields }) => ({
      table: 'notes',
      uid: newUid(),
      ...fields,
      folder_uid: folder === null ? null : (uidOf.get(folder) ?? null),
    })),
    ...chosenTasks.map((fields) => ({
      table: 'tasks',
      uid: newUid(),
      ...fields,
      category: named(fields.category),
    })),
    ...chosenContacts.map((fields) => ({
      table: 'contacts',
      uid: newUid(),
      ...fields,
      category: named(fields.category),
    })),
  ];
}

/** The folders of the chosen notes with those above them, and those without any note below. */
function neededFolders({ folders, notes }: Imported, chosen: readonly ImportedNote[]) {
  const byKey = new Map(folders.map((folder) => [folder.key, folder]));
  const above = (start: Iterable<string | null>) => {
    const keys = new Set<string>();
    for (const first of start) {
      let key = first;
      while (key !== null && !keys.has(key)) {
        keys.add(key);
        key = byKey.get(key)?.parent ?? null;
      }
    }
    return keys;
  };
  const needed = above(chosen.map(({ folder }) => folder));
  const withNotes = above(notes.map(({ fields }) => fields.folder));
  // Where no note was chosen at all, folders were not wanted either.
  const alone = chosen.length > 0 || notes.length === 0 ? folders : [];
  const empty = above(alone.filter(({ key }) => !withNotes.has(key)).map(({ key }) => key));
  return folders.filter(({ key }) => needed.has(key) || empty.has(key));
}

/** As many as the server takes (docs/limits.md). */
export const MAX_PARTS = 50;
const PART_ROWS = 1000;
const PART_LENGTH = 1_500_000;

/** The rows in parts that the server takes, each as long as one request should be. */
export function inParts(rows: readonly ImportRow[]): ImportRow[][] {
  const parts: ImportRow[][] = [];
  let length = Infinity;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const last = parts.at(-1);
    if (last && last.length < PART_ROWS && length + size <= PART_LENGTH) {
      last.push(row);
      length += size;
    } else {
      parts.push([row]);
      length = size;
    }
  }
  return parts;
}
