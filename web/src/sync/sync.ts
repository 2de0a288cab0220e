import { useCallback, useSyncExternalStore } from 'react';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { importChunk } from '../lib/later.ts';
import { queryClient } from '../lib/query-client.ts';
import { accountGone, sessionQuery, userLeaves } from '../lib/session.ts';
import { removeDatabase, removeLeftDatabases } from '../lib/storage.ts';
import { Listeners, Store, useStore } from '../lib/store.ts';
import type { Change, Fields, OutboxEntry, Refused, SyncedRows, TableName } from './changes.ts';
import type { ChannelMessage, ChannelStatus } from './channel.ts';
import type { Copy } from './copy.ts';
import type { TableRow } from './database.ts';
import type { SyncEngine, SyncStatus } from './engine.ts';
import { markCopyRead } from './first-frame.ts';

/** The rows of a table, as screens read them. */
export type RowsState<Row> =
  | { status: 'loading' }
  | { status: 'error'; error: Error; retry: () => void; isRetrying: boolean }
  | {
      status: 'ready';
      rows: readonly Row[];
      /** On a first visit: more will follow. */
      isPartial: boolean;
    };

const running = new Store<Copy | null>(null);
/** Why the copy could not be opened. */
const failure = new Store<{ error: Error; retry: () => void } | null>(null);
const channelStatus = new Store<ChannelStatus>('connecting');
const OFF: SyncStatus = {
  phase: 'loading',
  error: null,
  isPartial: false,
  waiting: 0,
  refused: 0,
};

/** Messages of the person's live channel about tables that are not synced (the profile). */
export const channelMessages = new Listeners<ChannelMessage>();
/** The live channel was joined, at first or again. */
export const channelJoined = new Listeners();
/** The live channel was closed by the server. */
export const channelLeft = new Listeners();
/** Changes that the server refused, in the tab that made them. */
export const refusedChanges = new Listeners<Refused>();

/** The person whose copy this tab keeps. */
let current: { userId: string; stop: () => void } | undefined;

/**
 * Starts syncing a person's copy: reads it, opens the live channel, sends what waits. Stops by itself,
 * before anything is rendered, when another person signs in.
 * @returns a function that stops it
 */
function startSync(userId: string): () => void {
  const stop = new AbortController();
  const begin = async () => {
    // Visitors do not need it until they sign in.
    const { openCopy } = await importChunk(() => import('./copy.ts'));
    if (stop.signal.aborted) return;
    await openCopy(userId, stop.signal, {
      onOpened: (opened) => running.set(opened),
      onMessage: (message) => channelMessages.call(message),
      onJoined: () => channelJoined.call(),
      onLeft: () => channelLeft.call(),
      onStatus: (status) => channelStatus.set(status),
      onRefused: (refused) => refusedChanges.call(refused),
    });
  };
  const attempt = () => {
    failure.set(null);
    begin().catch((error: unknown) => {
      console.error('Syncing could not begin.', error);
      markCopyRead();
      if (stop.signal.aborted || running.get()) return;
      const why = error instanceof Error ? error : new Error(String(error));
      failure.set({ error: why, retry: attempt });
    });
  };
  stop.signal.addEventListener('abort', () => {
    failure.set(null);
    running.set(null);
    channelStatus.set('connecting');
  });
  attempt();
  const forget = userLeaves.add(() => stop.abort());
  const forgetGone = accountGone.add(async (signedOut) => {
    await signedOut;
    stop.abort();
    await removeDatabase(userId);
  });
  return () => {
    forget();
    forgetGone();
    stop.abort();
  };
}

/** Syncs the copy of whoever is signed in, from the start of the tab. Returns a function that stops it. */
export function syncWithSession(client: QueryClient = queryClient): () => void {
  const follow = (next: string | undefined) => {
    if (next === current?.userId) return;
    current?.stop();
    removeLeftDatabases();
    current = next === undefined ? undefined : { userId: next, stop: startSync(next) };
  };
  removeLeftDatabases();
  const observer = new QueryObserver(client, sessionQuery);
  const unsubscribe = observer.subscribe(({ data }) => follow(data?.userId));
  // The route's loader may have read it already.
  follow(observer.getCurrentResult().data?.userId);
  return () => {
    unsubscribe();
    follow(undefined);
  };
}

/**
 * Removes the signed-in person's copy from this browser, with what was not sent, whether it is open or
 * not.
 */
export async function forgetCopy(): Promise<void> {
  if (!current) return;
  current.stop();
  await removeDatabase(current.userId);
}

/** The copy on disk; undefined before it is open. */
export function replicaNow(): SyncEngine['replica'] | undefined {
  return running.get()?.engine.replica;
}

function engineNow(): SyncEngine {
  const state = running.get();
  if (!state) throw new Error('Nobody is signed in');
  return state.engine;
}

/** Applies changes: on the screen at once, on this device's disk when it resolves. */
export function change(
  changes: readonly Change[],
  options?: { baseContent?: string | null },
): Promise<void> {
  return engineNow().change(changes, options);
}

/** Changes a note; `base` is the version that its new content, if any, was written over. */
export function changeContent(
  uid: string,
  set: Fields,
  base: { content: string | null; content_rev: number },
): Promise<void> {
  const written = {
    table: 'notes',
    uid,
    set,
    ...('content' in set && { base: base.content_rev }),
  } as const;
  return engineNow().change([written], 'content' in set ? { baseContent: base.content } : {});
}

/** Resolves a conflict of a note's content: mine is sent, or dropped. */
export function resolveConflict(seq: number, choice: 'mine' | 'theirs'): Promise<void> {
  return engineNow().resolveConflict(seq, choice);
}

/** Adds rows of this person to the copy that were read outside of sync. */
export async function takeRows(rows: readonly TableRow[]): Promise<void> {
  const engine = engineNow();
  await engine.applyRows(rows.filter(({ row }) => row.user_id === engine.userId));
}

/** The greatest revision that this device has seen, which a deletion names. */
export function seenRevision(): number {
  return engineNow().seenRevision();
}

/** The current state of a row, also of a deleted one; undefined if there is none. */
export function rowNow<Name extends TableName>(
  table: Name,
  uid: string,
): SyncedRows[Name] | undefined {
  return running.get()?.engine.row(table, uid);
}

/** The current rows in the trash. */
export function deletedRowsNow<Name extends TableName>(table: Name): readonly SyncedRows[Name][] {
  return running.get()?.engine.deletedRows(table) ?? [];
}

/** The current rows of a table; empty before the copy is open. */
export function rowsNow<Name extends TableName>(table: Name): readonly SyncedRows[Name][] {
  return running.get()?.engine.rows(table) ?? [];
}

function useEngine(): Copy | null {
  return useStore(running, (state) => state);
}

/** The rows of a table, with waiting changes applied. */
export function useRows<Name extends TableName>(table: Name): RowsState<SyncedRows[Name]> {
  const state = useEngine();
  const subscribe = useCallback(
    (listener: () => void) => state?.engine.subscribe(table, listener) ?? (() => undefined),
    [state, table],
  );
  const rows = useSyncExternalStore(subscribe, () => state?.engine.rows(table));
  // Not the whole status: the number of waiting changes differs twice with every change.
  const phase = useStatus((status) => status.phase);
  const error = useStatus((status) => status.error);
  const isPartial = useStatus((status) => status.isPartial);
  const failed = useStore(failure, (one) => one);
  if (failed) return { status: 'error', isRetrying: false, ...failed };
  if (rows && phase === 'ready') return { status: 'ready', rows, isPartial };
  if (phase !== 'error' || !error || !state) return { status: 'loading' };
  return { status: 'error', error, isRetrying: false, retry: () => void state.transfer.resume() };
}

/** Rows in the trash. */
export function useDeletedRows<Name extends TableName>(table: Name): readonly SyncedRows[Name][] {
  const state = useEngine();
  const subscribe = useCallback(
    (listener: () => void) => state?.engine.subscribe(table, listener) ?? (() => undefined),
    [state, table],
  );
  return useSyncExternalStore(subscribe, () => state?.engine.deletedRows(table)) ?? NONE;
}

const NONE: readonly never[] = [];

/** What `select` takes of the copy's state, rendered again only when that changes. */
function useStatus<Part>(select: (status: SyncStatus) => Part): Part {
  const state = useEngine();
  const subscribe = useCallback(
    (listener: () => void) => state?.engine.statusChanged.add(listener) ?? (() => undefined),
    [state],
  );
  return useSyncExternalStore(subscribe, () => select(state?.engine.status ?? OFF));
}

/** The state of the copy, and how many changes wait. */
export function useSyncStatus(): SyncStatus {
  return useStatus((status) => status);
}

/** The changes that the server refused, oldest first, until they are retried or dropped. */
export function useRefused(): readonly Refused[] {
  useSyncStatus();
  return running.get()?.engine.refusedChanges() ?? NONE;
}

/** Makes a refused change again. */
export function retryRefused(seq: number): Promise<void> {
  return engineNow().retryRefused(seq);
}

/** Drops refused changes with what was typed in them. */
export function forgetRefused(seqs: readonly number[]): Promise<void> {
  return engineNow().forgetRefused(seqs);
}

/** How many changes have not reached the server; a logout loses them. */
export function unsentNow(): number {
  const { waiting, refused } = running.get()?.engine.status ?? OFF;
  return waiting + refused;
}

/** The state of the live channel. */
export function useChannelStatus(): ChannelStatus {
  return useStore(channelStatus, (status) => status);
}

/** Whether the live channel is joined. */
export function isChannelLive(): boolean {
  return channelStatus.get() === 'live';
}

/** Calls `listener` when the state of the live channel changes; returns a function that stops it. */
export function onChannelStatus(listener: () => void): () => void {
  return channelStatus.subscribe(listener);
}

/** The entries of the outbox; rendered again with every change of a table and of the status. */
export function useOutbox(table: TableName): readonly OutboxEntry[] {
  useRows(table);
  useSyncStatus();
  return running.get()?.engine.waiting() ?? NONE;
}
