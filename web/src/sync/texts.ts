import type { NoteRow } from '../db/rows.ts';
import { whenIdle } from '../lib/later.ts';
import type { Client } from '../lib/supabase.ts';
import { isFull, type NoteText } from './database.ts';
import type { SyncEngine } from './engine.ts';
import { isRestorable } from './overlay.ts';

/** Characters of notes' texts that a device keeps: about 100 MB. */
const ROOM = 50_000_000;
/** Texts per request. */
const PAGE = 25;
/** Milliseconds until a failed read is tried again, unless a note changes before. */
const AGAIN_AFTER = 30_000;

export type TextOptions = {
  getSupabase: () => Promise<Client>;
  signal: AbortSignal;
  room?: number;
};

/**
 * Reads the texts of notes in idle time, the most recently changed first, so that they can be opened
 * offline. Only one tab of a browser reads.
 */
export function keepTexts(engine: SyncEngine, options: TextOptions): void {
  const { signal } = options;
  let { room = ROOM } = options;
  let cancel: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    try {
      const read = async () => {
        // If the disk is full, no more is requested than fitted.
        room = await readTexts(engine, options, room);
      };
      // On plain http there are no locks, and each tab reads.
      if (!('locks' in navigator)) return await read();
      const name = `almanac-texts-${engine.userId}`;
      await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await read();
      });
    } catch (error) {
      if (signal.aborted) return;
      console.warn('Texts of notes could not be kept for later.', error);
      timer = setTimeout(plan, AGAIN_AFTER);
    }
  };
  let isRunning = false;
  let isWanted = false;
  const begin = async () => {
    cancel = undefined;
    if (isRunning) {
      isWanted = true;
      return;
    }
    isRunning = true;
    await run();
    isRunning = false;
    if (isWanted) plan();
    isWanted = false;
  };
  const plan = () => {
    clearTimeout(timer);
    if (!signal.aborted) cancel ??= whenIdle(() => void begin());
  };
  const unsubscribe = engine.subscribe('notes', plan);
  signal.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(timer);
    cancel?.();
  });
  plan();
}

/**
 * Fetches the missing texts, and drops those that do not fit or whose note is gone.
 * @returns the characters that fit
 */
async function readTexts(
  engine: SyncEngine,
  { getSupabase, signal }: TextOptions,
  most: number,
): Promise<number> {
  const { replica } = engine;
  const known = await replica.textSizes();
  const lastFirst = (rows: readonly NoteRow[]) =>
    rows.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  // Notes in the trash can be restored offline, too.
  const notes = [
    ...lastFirst(engine.rows('notes')),
    ...lastFirst(engine.deletedRows('notes').filter(isRestorable)),
  ];
  const kept = new Set<string>();
  let room = most;
  let size = 0;
  for (let at = 0; at < notes.length && size < room; at += PAGE) {
    const page = notes.slice(at, at + PAGE);
    const isMissing = ({ uid, content_rev }: NoteRow) =>
      content_rev > (known.get(uid)?.content_rev ?? 0);
    // Another tab may have read them meanwhile.
    for (const { uid } of page.filter(isMissing)) await replica.getText(uid);
    const missing = page.filter(isMissing);
    if (missing.length > 0) {
      const texts = await fetchTexts(await getSupabase(), missing, signal);
      if (signal.aborted) return room;
      try {
        await replica.putTexts(texts);
      } catch (error) {
        if (!isFull(error)) throw error;
        room = size;
        break;
      }
    }
    for (const { uid } of page) {
      size += known.get(uid)?.size ?? 0;
      if (size <= room) kept.add(uid);
    }
  }
  if (signal.aborted) return room;
  const dropped = [...known.keys()].filter((uid) => !kept.has(uid));
  if (dropped.length > 0) await replica.dropTexts(dropped);
  return room;
}

async function fetchTexts(
  client: Client,
  notes: readonly NoteRow[],
  signal: AbortSignal,
): Promise<NoteText[]> {
  const { data, error } = await client
    .from('notes')
    .select('uid, content, content_rev')
    .in(
      'uid',
      notes.map(({ uid }) => uid),
    )
    .abortSignal(signal);
  if (error) throw new Error(error.message);
  return data;
}
