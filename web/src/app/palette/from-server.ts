import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { pause } from '../../lib/clock.ts';
import { unwrap } from '../../lib/errors.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { entryOf, type Entry, type Kind } from './rank.ts';

/** The server is asked from this many letters on, */
const LETTERS = 2;
/** this many milliseconds after the last one, */
const TYPING = 250;
/** for this many results. */
const MOST = 10;

const KINDS: readonly Kind[] = ['task', 'contact', 'note', 'folder'];

/** A match on the server, with an excerpt of its text. */
export type FromServer = { entry: Entry; excerpt: string };

async function searchServer(query: string, signal: AbortSignal): Promise<FromServer[]> {
  await pause(TYPING, signal);
  const supabase = await getSupabase();
  const rows = unwrap(await supabase.rpc('search', { query, most: MOST }).abortSignal(signal));
  return rows.flatMap(({ kind, uid, title, excerpt }) => {
    const known = KINDS.find((one) => one === kind);
    return known ? [{ entry: entryOf(known, uid, title), excerpt }] : [];
  });
}

/**
 * What the server finds besides what is on this device: old completed tasks, and words inside notes.
 * Empty until it answers, without a network and after a failure.
 */
export function useFromServer(search: string, found: readonly Entry[]): readonly FromServer[] {
  const wanted = search.trim();
  const { data } = useQuery({
    queryKey: ['search everything', wanted],
    queryFn: ({ signal }) => searchServer(wanted, signal),
    enabled: wanted.length >= LETTERS,
    retry: false,
    gcTime: 60_000,
  });
  return useMemo(() => {
    const here = new Set(found.map(({ uid }) => uid));
    return (data ?? []).filter(({ entry }) => !here.has(entry.uid));
  }, [data, found]);
}
