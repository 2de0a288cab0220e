import { folded } from '#domain/contact.ts';
import type { ExportedRows } from '#import-export/almanac-file.ts';

/** What of an account is exported: `category` null for all, `words` empty for all. */
export type Selection = { category: string | null; words: string };

/**
 * The rows of a category that hold all of these words, in whatever case and with or without accents.
 * A note is of the category of its folder. Folders and categories come along where a row needs them.
 */
export function select(rows: ExportedRows, { category, words }: Selection): ExportedRows {
  const wanted = folded(words).split(/\s+/u).filter(Boolean);
  if (category === null && wanted.length === 0) return rows;
  const isIn = (name: string | null) => category === null || name === category;
  const holds = (row: object) => {
    if (wanted.length === 0) return true;
    const text = folded(
      Object.entries(row)
        .filter(([column, value]) => typeof value === 'string' && !/_at$|uid$|^rank$/u.test(column))
        .map(([, value]) => value)
        .join('\n'),
    );
    return wanted.every((word) => text.includes(word));
  };
  const byUid = new Map(rows.folders.map((folder) => [folder.uid, folder]));
  const tasks = rows.tasks.filter((task) => isIn(task.category) && holds(task));
  const contacts = rows.contacts.filter((contact) => isIn(contact.category) && holds(contact));
  const notes = rows.notes.filter(
    (note) => isIn(byUid.get(note.folder_uid ?? '')?.category ?? null) && holds(note),
  );
  const needed = new Set<string>();
  for (const { folder_uid } of notes) {
    let uid = folder_uid;
    while (uid !== null && !needed.has(uid)) {
      needed.add(uid);
      uid = byUid.get(uid)?.parent_uid ?? null;
    }
  }
  const folders = rows.folders.filter(({ uid }) => needed.has(uid));
  const used = new Set([...tasks, ...contacts, ...folders].map((row) => row.category));
  const categories = rows.categories.filter(({ name }) => used.has(name));
  return { categories, tasks, contacts, folders, notes };
}
