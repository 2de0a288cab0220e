import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TaskRow } from '../../db/rows.ts';
import { unwrap } from '../../lib/errors.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { isRow } from '../../sync/server.ts';
import { takeRows, useRows, type RowsState } from '../../sync/sync.ts';
import { useTasksThat } from './tasks.ts';

/** Milliseconds: what was completed since is on every device, a day less than a new one is sent. */
const KNOWN = 59 * 24 * 60 * 60 * 1000;
/** Milliseconds for which somebody has to stop typing before the server is asked. */
const TYPING = 250;

const isDone = ({ completed }: TaskRow) => completed;

/** All that this device knows to be done; a new one has the last 60 days (docs/limits.md). */
export function useCompletedTasks(): RowsState<TaskRow> {
  return useTasksThat(isDone);
}

/** The last task of a page; the next one goes on behind it. */
type Place = { before: string; before_uid?: string };
type Page = { rows: unknown[]; next: Place | null };

function isPage(value: unknown): value is Page {
  return (
    typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)
  );
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/** Takes a page of completed tasks into this device's copy; what is found is read from there. */
async function takePage(place: Place, wanted: string, signal: AbortSignal): Promise<Place | null> {
  if (wanted) await pause(TYPING, signal);
  const supabase = await getSupabase();
  const page = unwrap(
    await supabase.rpc('completed_tasks', { ...place, wanted }).abortSignal(signal),
  );
  if (!isPage(page)) throw new Error('The server answered something else than completed tasks.');
  await takeRows(page.rows.filter(isRow).map((row) => ({ table: 'tasks', row })));
  return page.next;
}

/**
 * Reads from the server, a page at a time, what was completed before this device knew of it
 * (docs/decisions/0049-completed-long-ago.md). What was completed after `since` is all here; null:
 * there is no more.
 */
export function useEarlierTasks(wanted: string) {
  const all = useRows('tasks');
  const isComplete = all.status === 'ready' && !all.isPartial;
  const [first] = useState((): Place => ({ before: new Date(Date.now() - KNOWN).toISOString() }));
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

/** Reads a task that this device does not have into its copy, so that it can be opened. */
export async function bringTask(uid: string): Promise<void> {
  const supabase = await getSupabase();
  const rows = unwrap(await supabase.from('tasks').select().eq('uid', uid).is('deleted_at', null));
  await takeRows(rows.map((row) => ({ table: 'tasks', row })));
}
