import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RequestError, unwrap } from '../../lib/errors.ts';
import { getSupabase } from '../../lib/supabase.ts';
import type { Database } from '../../db/database.types.ts';

type Row = Database['public']['Functions']['list_imports']['Returns'][number];

/** The tables that an import adds to, in the order of messages. */
const COUNTED = ['tasks', 'contacts', 'notes', 'folders', 'categories'] as const;
export type Counts = Record<(typeof COUNTED)[number], number>;

/** An import of the last 30 days. */
export type PastImport = {
  uid: string;
  fileName: string;
  committedAt: string;
  counts: Counts;
  /** Null until it is undone. */
  undone: { removed: number; kept: number } | null;
};

function pastImport(row: Row): PastImport {
  const { counts } = row;
  const numberOf = (table: string) => {
    const value =
      typeof counts === 'object' && counts !== null && !Array.isArray(counts) ? counts[table] : 0;
    return typeof value === 'number' ? value : 0;
  };
  return {
    uid: row.uid,
    fileName: row.file_name,
    committedAt: row.committed_at,
    counts: Object.fromEntries(COUNTED.map((table) => [table, numberOf(table)])) as Counts,
    undone: row.undone_at === null ? null : { removed: row.removed, kept: row.kept },
  };
}

/** '5,000 tasks, 10,000 contacts and 1 note'. */
export function describeCounts(counts: Counts): string {
  const NOUNS: Record<keyof Counts, [string, string]> = {
    tasks: ['task', 'tasks'],
    contacts: ['contact', 'contacts'],
    notes: ['note', 'notes'],
    folders: ['folder', 'folders'],
    categories: ['category', 'categories'],
  };
  const parts = COUNTED.filter((table) => counts[table] > 0).map((table) => {
    const total = counts[table];
    return `${total.toLocaleString('en-US')} ${NOUNS[table][total === 1 ? 0 : 1]}`;
  });
  if (parts.length === 0) return 'nothing';
  return new Intl.ListFormat('en-GB').format(parts);
}

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async () => unwrap(await (await getSupabase()).rpc('list_imports')).map(pastImport),
});

/** The imports of the last 30 days, newest first. */
export function useImports() {
  return useQuery(importsQuery);
}

export type Sending = {
  uid: string;
  fileName: string;
  parts: number;
  partAt: (index: number) => Promise<unknown[]>;
  /** Called with the number of parts that have arrived. */
  onPart: (count: number) => void;
  signal: AbortSignal;
};

/**
 * Sends an import part by part and then commits it. Sent again with the same uid it goes on where an
 * answer was lost: nothing is added twice. Once the commit is sent it cannot be cancelled.
 */
async function sendImport(sending: Sending): Promise<PastImport> {
  const { uid, fileName, parts, partAt, onPart, signal } = sending;
  const supabase = await getSupabase();
  const name = [...fileName].slice(0, 200).join('');
  for (let index = 0; index < parts; index += 1) {
    const rows = await partAt(index);
    signal.throwIfAborted();
    const { error, status } = await supabase
      .rpc('stage_import', {
        import_uid: uid,
        file_name: name,
        part: index + 1,
        rows: rows as never,
      })
      .abortSignal(signal);
    if (error) throw new RequestError(status, error.message, error.code);
    onPart(index + 1);
  }
  signal.throwIfAborted();
  const [row] = unwrap(await supabase.rpc('commit_import', { import_uid: uid, parts }));
  if (!row) throw new Error('The server did not say what was imported.');
  return pastImport(row);
}

/** Deletes what has arrived at the server of a cancelled import. */
export async function cancelImport(uid: string): Promise<void> {
  const { error } = await (await getSupabase()).rpc('cancel_import', { import_uid: uid });
  // The server deletes it after a day anyway.
  if (error) console.warn('A cancelled import is still on the server.', error);
}

export function useSendImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendImport,
    onSettled: () => client.invalidateQueries(importsQuery),
  });
}

/** Deletes the rows that an import added and nobody has changed since. */
export function useUndoImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (uid: string) => {
      const supabase = await getSupabase();
      const [row] = unwrap(await supabase.rpc('undo_import', { import_uid: uid }));
      if (!row) throw new Error('The server did not say what was undone.');
      return pastImport(row);
    },
    onSettled: () => client.invalidateQueries(importsQuery),
  });
}
