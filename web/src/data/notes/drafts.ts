import { useEffect } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import { Listeners } from '../../lib/store.ts';
import type { NoteBase } from './mutations.ts';

/** Text that was typed and is not saved yet. */
export type Draft = {
  /** One per edit session, so that two tabs never overwrite each other's text. */
  id: string;
  userId: string;
  /** Empty for a note that was never saved. */
  noteUid: string;
  title: string;
  content: string;
  base: NoteBase;
  /** Milliseconds since 1970. */
  keptAt: number;
};

/** The base of a note that was never saved. */
export const NO_BASE: NoteBase = { title: '', content: null, content_rev: 0, folder_uid: null };

/** As version 0.1.0 stored it: with the note's number, by which no device finds it today. */
type OldDraft = Omit<Draft, 'noteUid' | 'base'> & { noteId: number };

/** A text whose note cannot be found is offered as a new one. */
function toDraft(stored: Draft | OldDraft): Draft {
  return 'noteUid' in stored ? stored : { ...stored, noteUid: '', base: NO_BASE };
}

const STORE = 'drafts';

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft | OldDraft };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('almanac-drafts', 1, {
    upgrade: (database) => void database.createObjectStore(STORE, { keyPath: 'id' }),
    terminated: () => (opened = undefined),
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Resolves when the change is on disk, so that what was typed survives a crash of the browser. */
async function write(
  change: (store: IDBPObjectStore<Schema, ['drafts'], 'drafts', 'readwrite'>) => Promise<unknown>[],
): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
  const requests = change(transaction.store);
  transaction.commit();
  await Promise.all([...requests, transaction.done]);
}

/** Stores a draft, in place of one with the same id. */
export function keepDraft(draft: Draft): Promise<void> {
  return write((store) => [store.put(draft)]);
}

/** Called when a draft was deleted. */
const draftDropped = new Listeners();

export async function dropDraft(id: string): Promise<void> {
  await write((store) => [store.delete(id)]);
  draftDropped.call();
}

const lockOf = (id: string) => `almanac-draft-${id}`;

/**
 * Marks a draft as open in this tab until the returned function is called or the tab ends, however it
 * ends. Without locks (no secure context) every draft counts as orphaned.
 */
export function lockDraft(id: string): () => void {
  // Opened in advance: what is typed right before the page is closed leaves no time for it.
  openDatabase().catch((error: unknown) => console.warn('Drafts cannot be stored.', error));
  if (!('locks' in navigator)) return () => undefined;
  const held = Promise.withResolvers<void>();
  navigator.locks
    .request(lockOf(id), () => held.promise)
    .catch((error: unknown) => console.warn('A draft could not be marked as open.', error));
  return () => held.resolve();
}

async function heldLocks(): Promise<ReadonlySet<string | undefined>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name));
}

/** A person's drafts that are open in no tab, newest first. */
async function orphanedDrafts(userId: string): Promise<Draft[]> {
  const database = await openDatabase();
  const stored = await database.getAll(STORE);
  const held = await heldLocks();
  return stored
    .map(toDraft)
    .filter((draft) => draft.userId === userId && !held.has(lockOf(draft.id)))
    .toSorted((a, b) => b.keptAt - a.keptAt);
}

/** Deletes a person's drafts, also those that are open in other tabs. */
export async function dropDraftsOf(userId: string): Promise<void> {
  const database = await openDatabase();
  const drafts = await database.getAll(STORE);
  const own = drafts.filter((draft) => draft.userId === userId);
  await write((store) => own.map(({ id }) => store.delete(id)));
}

function orphanedDraftsQuery(userId: string) {
  return queryOptions({
    queryKey: ['note-drafts', userId],
    queryFn: () => orphanedDrafts(userId),
    // Nothing announces the drafts of other tabs: they are read whenever the screen is entered.
    staleTime: 0,
    gcTime: 0,
  });
}

const NONE: Draft[] = [];

/** The texts that a crash, a closed tab or an expired session left unsaved on this device. */
export function useOrphanedDrafts(userId: string) {
  const { data: drafts = NONE, error, refetch } = useQuery(orphanedDraftsQuery(userId));
  useEffect(() => draftDropped.add(() => void refetch()), [refetch]);
  if (error) console.warn('Unsaved texts on this device could not be read.', error);
  return { drafts, forget: dropDraft };
}
