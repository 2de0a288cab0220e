import { folded } from '../domain/contact.ts';
import type { ExportedFolder, ExportSource, Rows } from './almanac-file.ts';

/** What of an account is exported: `category` null for all, `words` empty for all. */
export type Selection = { category: string | null; words: string };

/** What `make` makes, again each time that it is gone through. */
export function again<Row>(make: () => AsyncGenerator<Row>): AsyncIterable<Row> {
  return { [Symbol.asyncIterator]: make };
}

function once<Result>(find: () => Promise<Result>): () => Promise<Result> {
  let found: Promise<Result> | undefined;
  return () => (found ??= find());
}

async function* filtered<Row>(
  rows: Rows<Row>,
  isWanted: (row: Row) => boolean,
): AsyncGenerator<Row> {
  for await (const row of rows) if (isWanted(row)) yield row;
}

function textOf(row: object): string {
  return Object.entries(row)
    .filter(([column, value]) => typeof value === 'string' && !/_at$|uid$|^rank$/u.test(column))
    .map(([, value]) => value)
    .join('\n');
}

/**
 * The rows of a category that hold all of these words, in whatever case and with or without accents.
 * A note is of the category of its folder. Folders and categories come along where a row needs them:
 * where they are asked for, the rows are gone through once more before.
 */
export function select(source: ExportSource, { category, words }: Selection): ExportSource {
  const wanted = folded(words).split(/\s+/u).filter(Boolean);
  if (category === null && wanted.length === 0) return source;
  const isIn = (name: string | null) => category === null || name === category;
  const holds = (row: object) => {
    if (wanted.length === 0) return true;
    const text = folded(textOf(row));
    return wanted.every((word) => text.includes(word));
  };
  const ofCategory = <Row extends { category: string | null }>(rows: Rows<Row>) =>
    again(() => filtered(rows, (row) => isIn(row.category) && holds(row)));

  const foldersByUid = once(async () => {
    const byUid = new Map<string, ExportedFolder>();
    for await (const folder of source.folders) byUid.set(folder.uid, folder);
    return byUid;
  });
  const tasks = ofCategory(source.tasks);
  const contacts = ofCategory(source.contacts);
  const notes = again(async function* () {
    const byUid = await foldersByUid();
    yield* filtered(
      source.notes,
      (note) => isIn(byUid.get(note.folder_uid ?? '')?.category ?? null) && holds(note),
    );
  });
  const neededFolders = once(async () => {
    const byUid = await foldersByUid();
    const needed = new Set<string>();
    for await (const { folder_uid } of notes) {
      let uid = folder_uid;
      while (uid !== null && !needed.has(uid)) {
        needed.add(uid);
        uid = byUid.get(uid)?.parent_uid ?? null;
      }
    }
    return needed;
  });
  const folders = again(async function* () {
    const needed = await neededFolders();
    yield* filtered((await foldersByUid()).values(), ({ uid }) => needed.has(uid));
  });
  const categories = again(async function* () {
    const used = new Set<string | null>();
    for (const rows of [tasks, contacts, folders])
      for await (const row of rows) used.add(row.category);
    yield* filtered(source.categories, ({ name }) => used.has(name));
  });
  return { categories, tasks, contacts, folders, notes };
}
