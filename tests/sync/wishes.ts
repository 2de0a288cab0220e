import { ranksToMove } from '#domain/task-order.ts';
import {
  waitingText,
  type Change,
  type Fields,
  type TableName,
} from '../../web/src/sync/changes.ts';
import type { SyncEngine } from '../../web/src/sync/engine.ts';
import { isRestorable } from '../../web/src/sync/overlay.ts';
import type { Tab } from './device.ts';
import type { Wish } from './program.ts';

/** What is done at once, and for a note's text what it was written over. */
export type Doing = { changes: Change[]; baseContent?: string | null };

type Text = { content: string | null; content_rev: number };

const NOTHING: Doing = { changes: [] };
const REPEATS = ['none', 'none', 'daily', 'weekly', 'monthly', 'daily-weekday'];
const OTHER_RULE = 'RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE;COUNT=4';
const DAYS = ['2026-01-31', '2026-11-20', '2026-12-24', null];

/** The one of a list that a number from 0 up to 1 stands for. */
function at<One>(from: readonly One[], place: number): One | undefined {
  return from[Math.floor(place * from.length)];
}

const byUid = (a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1);

/** The calendar day on the device. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** What somebody who sees what this tab shows does to have their wish. */
export async function doingOf(tab: Tab, wish: Wish): Promise<Doing> {
  const { engine } = tab;
  const { table, verb, which } = wish;
  if (verb === 'create') {
    return { changes: [{ table, uid: wish.uid, create: true, set: newRow(engine, wish) }] };
  }
  const shown = (
    verb === 'restore' || verb === 'erase' ? engine.deletedRows(table) : engine.rows(table)
  )
    .filter((row) => row.deleted_at === null || isRestorable(row))
    .toSorted(byUid);
  const row = shown.find(({ uid }) => uid === wish.uid) ?? at(shown, which);
  if (!row) return NOTHING;
  const { uid } = row;
  if (verb === 'delete') {
    return { changes: [{ table, uid, delete: true, seen: engine.seenRevision() }] };
  }
  if (verb === 'restore') return { changes: [{ table, uid, restore: true }] };
  if (verb === 'erase') return { changes: [{ table, uid, erase: true }] };
  if (verb === 'drag') return drag(engine, uid, wish);
  if (verb === 'write') return write(tab, uid, wish);
  const set = edited(engine, uid, wish);
  return { changes: [{ table, uid, set, ...(table === 'tasks' && { today: today() }) }] };
}

function newRow(engine: SyncEngine, { table, text, field, other }: Wish): Fields {
  const category = at(engine.rows('categories').toSorted(byUid), other)?.name ?? null;
  const folder = at(engine.rows('folders').toSorted(byUid), other)?.uid ?? null;
  const rows: Record<TableName, Fields> = {
    tasks: {
      title: text,
      category,
      due_date: DAYS[field % DAYS.length],
      repeat_type: REPEATS[field % REPEATS.length],
      ...(field % 6 === 1 && { recurrence: OTHER_RULE }),
    },
    categories: { name: nameOf(field, text) },
    contacts: { first_name: text, category: category ?? 'none' },
    folders: { name: text, parent_uid: folder, category: category ?? '' },
    notes: { title: text, content: 'one\n\ntwo\n\nthree', folder_uid: folder },
  };
  return rows[table];
}

/** People have the same few categories. */
function nameOf(field: number, text: string): string {
  return ['Garden', 'Work', 'Kitchen'][field] ?? text;
}

function edited(engine: SyncEngine, uid: string, { table, text, field, other }: Wish): Fields {
  const category = at(engine.rows('categories').toSorted(byUid), other)?.name ?? null;
  const folder = at(engine.rows('folders').toSorted(byUid), other)?.uid ?? null;
  const done = engine.row('tasks', uid)?.completed ?? false;
  const completed_at = done ? {} : { completed_at: new Date().toISOString() };
  const fields: Record<TableName, readonly [Fields, ...Fields[]]> = {
    tasks: [
      { title: text },
      { description: text },
      { completed: !done, ...completed_at },
      { completed: !done, ...completed_at },
      { category },
      { due_date: DAYS[field % DAYS.length] },
    ],
    folders: [{ name: text }, { parent_uid: folder }, { category: category ?? '' }],
    notes: [{ title: text }, { folder_uid: folder }],
    categories: [{ name: nameOf(field, text) }],
    contacts: [{ last_name: text }, { company: text }, { category: category ?? 'none' }],
  };
  const possible = fields[table];
  return possible[field % possible.length] ?? possible[0];
}

/** Before or behind another open task, as it is done on the screen. */
function drag(engine: SyncEngine, uid: string, { other }: Wish): Doing {
  const none = '~';
  const sorted = engine
    .rows('tasks')
    .filter(({ completed }) => !completed)
    .toSorted((a, b) => {
      const [one, two] = [a.rank ?? none, b.rank ?? none];
      if (one !== two) return one < two ? -1 : 1;
      return a.id - b.id;
    });
  const over = at(sorted, other)?.uid ?? uid;
  const changes = ranksToMove(sorted, uid, over).map((move): Change => ({
    table: 'tasks',
    uid: move.uid,
    set: { rank: move.rank },
    ...(!move.isDragged && { fill: true as const }),
  }));
  return { changes };
}

/** The notes' texts that stood on a tab's screen when somebody last wrote in them. */
const opened = new WeakMap<Tab, Map<string, Text>>();

/** Writes a word into one of the paragraphs of the text that is on the screen, or was when it was opened. */
async function write(tab: Tab, uid: string, { text, other, field }: Wish): Promise<Doing> {
  const now = await textShownBy(tab, uid);
  if (!now) return NOTHING;
  const editors = opened.get(tab) ?? new Map<string, Text>();
  opened.set(tab, editors);
  const shown = (field % 3 === 0 && editors.get(uid)) || now;
  editors.set(uid, now);
  const paragraphs = (shown.content ?? '').split('\n\n');
  const place = Math.floor(other * paragraphs.length);
  paragraphs[place] = `${paragraphs[place]} ${text}`;
  const content = paragraphs.join('\n\n');
  return {
    changes: [{ table: 'notes', uid, set: { content }, base: shown.content_rev }],
    baseContent: shown.content,
  };
}

/** A note's text as its page shows it, and the revision that is written over. */
export async function textShownBy({ engine, readNote }: Tab, uid: string): Promise<Text | null> {
  const waits = waitingText(engine.waiting(), uid);
  if (waits) return waits;
  const content_rev = engine.row('notes', uid)?.content_rev ?? 0;
  const kept = await engine.replica.getText(uid);
  if (kept && kept.content_rev >= content_rev) return kept;
  const read = await readNote(uid).catch(() => null);
  if (read) await engine.replica.putTexts([{ ...read, uid }]);
  return read;
}
