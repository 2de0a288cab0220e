import type { SupabaseClient } from '@supabase/supabase-js';
import { NO_CATEGORY } from '../_shared/domain/category.ts';
import { CONTACT_LIMITS } from '../_shared/domain/contact.ts';
import { fromDatabase, ServiceError } from '../_shared/errors.ts';
import type {
  ExportedCategory,
  ExportedContact,
  ExportedFolder,
  ExportedNote,
  ExportedTask,
  ExportSource,
} from '../_shared/import-export/almanac-file.ts';
import { again } from '../_shared/import-export/selection.ts';

/** Rows at a time, so that those with the longest texts are a few megabytes. */
const TASKS = 100;
const SHORT = 500;
/** Characters of notes that are asked for at a time, where they are as long as those before. */
const NOTE_CHARACTERS = 500_000;
/** Notes at a time: as many as always fit into an answer, and as many as hardly ever do not. */
const FEWEST_NOTES = 2;
const MOST_NOTES = 50;

type Numbered = { id: number };

async function page<Row>(
  db: SupabaseClient,
  table: string,
  columns: readonly string[],
  after: number,
  count: number,
): Promise<(Row & Numbered)[]> {
  const { data, error } = await db
    .from(table)
    .select(['id', ...columns].join(','))
    .is('deleted_at', null)
    .gt('id', after)
    .order('id')
    .limit(count)
    .overrideTypes<(Row & Numbered)[], { merge: false }>();
  if (error) throw fromDatabase(error);
  return data;
}

/** The caller's rows of a table, page by page: two pages at most are in memory. */
async function* rowsOf<Row>(
  db: SupabaseClient,
  table: string,
  columns: readonly string[],
  count: number,
): AsyncGenerator<Row> {
  for (let after = 0; ;) {
    const rows = await page<Row>(db, table, columns, after, count);
    for (const { id, ...row } of rows) {
      after = id;
      yield row as Row;
    }
    if (rows.length < count) return;
  }
}

/** The caller's notes. How many are asked for depends on how long those before were. */
async function* notesOf(db: SupabaseClient): AsyncGenerator<ExportedNote> {
  let count = FEWEST_NOTES;
  for (let after = 0; ;) {
    const rows = await page<ExportedNote>(db, 'notes', NOTE, after, count).catch(
      (failure: unknown) => {
        // Longer than those before, and too long for one answer.
        const isTooLong = failure instanceof ServiceError && failure.status === 413;
        if (count === FEWEST_NOTES || !isTooLong) throw failure;
        return undefined;
      },
    );
    if (!rows) {
      count = FEWEST_NOTES;
      continue;
    }
    for (const { id, ...note } of rows) {
      after = id;
      yield { ...note, created_at: utc(note.created_at), updated_at: utc(note.updated_at) };
    }
    if (rows.length < count) return;
    const longest = Math.max(1, ...rows.map(({ content }) => content?.length ?? 0));
    const fitting = Math.floor(NOTE_CHARACTERS / longest);
    count = Math.max(FEWEST_NOTES, Math.min(fitting, count * 2, MOST_NOTES));
  }
}

/** All columns of a row: the compiler says which are missing. */
const columnsOf = <Row>(columns: Record<keyof Row & string, true>) => Object.keys(columns);

const TASK = columnsOf<ExportedTask>({
  uid: true,
  title: true,
  description: true,
  priority: true,
  category: true,
  due_date: true,
  repeat_type: true,
  repeat_anchor_day: true,
  recurrence: true,
  completed: true,
  completed_at: true,
  rank: true,
  created_at: true,
});
const CONTACT = ['uid', ...Object.keys(CONTACT_LIMITS), 'created_at'];
const FOLDER = columnsOf<ExportedFolder>({
  uid: true,
  name: true,
  category: true,
  parent_uid: true,
  created_at: true,
});
const NOTE = columnsOf<ExportedNote>({
  uid: true,
  title: true,
  content: true,
  folder_uid: true,
  pinned: true,
  created_at: true,
  updated_at: true,
});
const CATEGORY = columnsOf<ExportedCategory>({ name: true, color: true });

/** A moment as every program reads it; the database's has more digits. */
const utc = (time: string | null) => time && new Date(time).toISOString();

async function* mapped<Row>(
  rows: AsyncIterable<Row>,
  change: (row: Row) => Row,
): AsyncGenerator<Row> {
  for await (const row of rows) yield change(row);
}

/**
 * Everything that the caller has, to be exported: read with their rights and while it is written, so
 * that an account of any size needs the same memory. What changes meanwhile may be in one of the
 * zip's files and not in another.
 */
export function ownRows(db: SupabaseClient): ExportSource {
  return {
    categories: again(() => rowsOf<ExportedCategory>(db, 'categories', CATEGORY, SHORT)),
    tasks: again(() =>
      mapped(rowsOf<ExportedTask>(db, 'tasks', TASK, TASKS), (task) => ({
        ...task,
        completed_at: utc(task.completed_at),
        created_at: utc(task.created_at),
      })),
    ),
    contacts: again(() =>
      mapped(rowsOf<ExportedContact>(db, 'contacts', CONTACT, SHORT), (contact) => ({
        ...contact,
        category: contact.category === NO_CATEGORY ? null : contact.category,
        created_at: utc(contact.created_at),
      })),
    ),
    folders: again(() =>
      mapped(rowsOf<ExportedFolder>(db, 'folders', FOLDER, SHORT), (folder) => ({
        ...folder,
        created_at: utc(folder.created_at),
      })),
    ),
    notes: again(() => notesOf(db)),
  };
}
