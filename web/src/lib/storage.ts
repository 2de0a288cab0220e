import { useCallback, useSyncExternalStore } from 'react';
import { Listeners } from './store.ts';

/** What a person chose in this browser: spec section 9, and what the first paint has to know. */
const choices = [
  'selectedCategory',
  'contactSortBy',
  'contactViewMode',
  'theme',
  'headerColor',
  'taskRange',
  'foldedPanels',
] as const;

/**
 * Keys in local storage. By `loggedOutAt` a browser's other tabs know that the person left; in
 * `leftDatabases` stands what is still to be removed of whoever did. `profile` is the
 * signed-in person's, for the time without a network.
 */
export type StorageKey = (typeof choices)[number] | 'loggedOutAt' | 'leftDatabases' | 'profile';

const listeners = new Map<StorageKey, Listeners>();
/** Where the browser closes its storage to us, a choice still holds as long as the tab. */
const fallback = new Map<StorageKey, string>();

/** The stored text, or null. Never throws: storage may be switched off. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** Stores a text, or removes it by null, and notifies who watches the key in this tab. */
export function writeStored(key: StorageKey, value: string | null): void {
  if (value === null) fallback.delete(key);
  else fallback.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`Local storage does not take '${key}'; it is kept until the tab closes.`, error);
  }
  listeners.get(key)?.call();
}

/** Forgets every choice that the person made in this browser, for all of its tabs. */
export function clearStored(): void {
  for (const key of choices) writeStored(key, null);
}

/** Calls `listener` when the key changes, here or in another tab; returns the way to stop. */
function watchStored(key: StorageKey, listener: () => void): () => void {
  const ofKey = listeners.get(key) ?? new Listeners();
  listeners.set(key, ofKey);
  const stop = ofKey.add(listener);
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) {
      fallback.delete(key);
      listener();
    }
  };
  addEventListener('storage', onStorage);
  return () => {
    stop();
    removeEventListener('storage', onStorage);
  };
}

/** A choice kept in local storage, the same in every tab: `[stored text or initial, store]`. */
export function useStored(key: StorageKey, initial: string): [string, (value: string) => void] {
  const subscribe = useCallback((listener: () => void) => watchStored(key, listener), [key]);
  const value = useSyncExternalStore(subscribe, () => readStored(key) ?? initial);
  const store = useCallback((next: string) => writeStored(key, next), [key]);
  return [value, store];
}

/** Milliseconds that somebody who leaves waits until what is theirs is removed. */
const PATIENCE = 2000;

/** The name of a person's database in a browser. */
export function databaseName(userId: string): string {
  return `almanac-${userId}`;
}

/** Whose databases are to be removed and may still be there. */
function leftOnes(): string[] {
  return (readStored('leftDatabases') ?? '').split(' ').filter((userId) => userId !== '');
}

function writeLeft(userIds: readonly string[]): void {
  writeStored('leftDatabases', userIds.length > 0 ? userIds.join(' ') : null);
}

function gone(userId: string): Promise<void> {
  const request = indexedDB.deleteDatabase(databaseName(userId));
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}

/**
 * Removes a person's database from this browser. Resolves when it is gone, and at the latest after
 * two seconds: where a tab that sleeps has it open, it goes with that tab or with the next start of
 * the app.
 */
export async function removeDatabase(userId: string): Promise<void> {
  writeLeft([...new Set([...leftOnes(), userId])]);
  const removal = async () => {
    try {
      await gone(userId);
      writeLeft(leftOnes().filter((one) => one !== userId));
    } catch (error) {
      console.error('A copy on this device could not be removed; it is tried again.', error);
    }
  };
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([removal(), late]);
}

/**
 * Removes what could not be removed before. Asked for before a database is opened, which then comes
 * after the removal.
 */
export function removeLeftDatabases(): void {
  for (const userId of leftOnes()) void removeDatabase(userId);
}
