import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TaskRow } from '../../db/rows.ts';
import { pause } from '../../lib/clock.ts';
import { unwrap } from '../../lib/errors.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { isRow } from '../../sync/server.ts';
import { rowsNow, takeRows, useRows, type RowsState } from '../../sync/sync.ts';
import { useTasksThat } from './tasks.ts';

/** Milliseconds for which every device has the completed tasks: a day less than a new one is sent. */
const KNOWN = 59 * 24 * 60 * 60 * 1000;
/** Milliseconds after the last keystroke until the server is asked. */
const TYPING = 250;

const isDone = ({ completed }: TaskRow) => completed;

/** The completed tasks on this device; a new one has the last 60 days (docs/limits.md). */
export function useCompletedTasks(): RowsState<TaskRow> {
  return useTasksThat(isDone);
}

/** The last task of a page, after which the next one begins. */
type Place = { before: string; before_uid?: string };
type Page = { rows: unknown[]; next: Place | null };

function isTask(row: unknown): row is TaskRow {
  return isRow(row) && 'completed' in row;
}

function isPage(value: unknown): value is Page {
  return (
    typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)
  );
}

/** Where the tasks begin that this device may not have. */
const firstPlace = (): Place => ({ before: new Date(Date.now() - KNOWN).toISOString() });

async function readPage(place: Place, wanted: string, signal: AbortSignal): Promise<Page> {
  const supabase = await getSupabase();
  const page = unwrap(
    await supabase.rpc('completed_tasks', { ...place, wanted }).abortSignal(signal),
  );
  if (!isPage(page)) throw new Error('The server answered something else than completed tasks.');
  return page;
}

/** Reads a page of completed tasks into this device's copy. */
async function takePage(place: Place, wanted: string, signal: AbortSignal): Promise<Place | null> {
  if (wanted) await pause(TYPING, signal);
  const { rows, next } = await readPage(place, wanted, signal);
  await takeRows(rows.filter(isTask).map((row) => ({ table: 'tasks', row })));
  return next;
}

/** The completed tasks that this device does not have, from the server, page by page. */
export async function* earlierTasks(signal: AbortSignal): AsyncGenerator<TaskRow[]> {
  const known = new Set(rowsNow('tasks').map(({ uid }) => uid));
  for (let place: Place | null = firstPlace(); place;) {
    const page: Page = await readPage(place, '', signal);
    yield page.rows.filter(isTask).filter(({ uid }) => !known.has(uid));
    place = page.next;
  }
}

/**
 * Reads earlier completed tasks from the server, page by page (docs/decisions/0049-completed-long-ago.md).
 * All tasks completed after `since` are loaded; null: all there are.
 */
export function useEarlierTasks(wanted: string) {
  const all = useRows('tasks');
  const isComplete = all.status === 'ready' && !all.isPartial;
  const [first] = useState(firstPlace);
  const query = useInfiniteQuery({
    queryKey: ['completed tasks', wanted],
    queryFn: ({ pageParam, signal }) => takePage(pageParam, wanted, signal),
    initialPageParam: first,
    getNextPageParam: (next) => next,
    enabled: isComplete,
  });
  const { data, fetchNextPage, refetch } = query;
  const last = data?.pages.at(-1);
  return {
    since: data === undefined ? first.before : (last?.before ?? null),
    isReading: query.isFetching || !isComplete,
    error: query.error,
    readMore: () => void (data === undefined ? refetch() : fetchNextPage()),
  };
}

/** Reads a task into this device's copy, so that it can be opened. */
export async function bringTask(uid: string): Promise<void> {
  const supabase = await getSupabase();
  const rows = unwrap(await supabase.from('tasks').select().eq('uid', uid).is('deleted_at', null));
  await takeRows(rows.map((row) => ({ table: 'tasks', row })));
}
