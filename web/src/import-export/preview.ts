import { rowName } from '#domain/contact.ts';
import { cut } from './files/text.ts';
import { importedPaths } from './rows.ts';
import { contactKey, similarTo, traits, type Similar } from './similar.ts';
import type { Existing, ExistingContact, Imported, LeftField, Row } from './types.ts';

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

const taskKey = ({ title, description, due_date }: Existing['tasks'][number]) =>
  JSON.stringify([title, description ?? '', due_date]);
const noteKey = (title: string, content: string | null) => JSON.stringify([title, content ?? '']);

/** Characters of a text of any length that a line shows. */
const SHOWN = 500;

const shown = (text: string) => (text.length > SHOWN ? `${cut(text, SHOWN)}…` : text);

const wordsOf = (left: readonly LeftField[]) =>
  shown(left.map(({ label, text }) => (label ? `${label}: ${shown(text)}` : text)).join(' · '));

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
