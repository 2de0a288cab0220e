import { useCallback, useSyncExternalStore } from 'react';
import { Listeners } from './store.ts';

/** What a person chose in this browser (spec section 9), and what the first paint needs. */
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
 * Keys in local storage. `loggedOutAt` tells other tabs of a logout; `leftDatabases` lists the
 * databases that are still to be removed after one, `otherDatabases` those that people have in the
 * place of such ones; `profile` is the signed-in person's, for use offline.
 */
export type StorageKey =
  | (typeof choices)[number]
  | 'loggedOutAt'
  | 'leftDatabases'
  | 'otherDatabases'
  | 'profile';

const listeners = new Map<StorageKey, Listeners>();
/** If local storage is switched off, a choice holds as long as the tab. */
const fallback = new Map<StorageKey, string>();

/** The stored text, or null. Never throws, although storage may be switched off. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** Stores a text, or removes it by null, and notifies this tab's listeners of the key. */
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

/** Calls `listener` when the key changes, here or in another tab; returns a function that stops it. */
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

/** Milliseconds that a logout waits for the removal of the person's database. */
const REMOVAL_TIMEOUT = 2000;

function listed(key: StorageKey): string[] {
  return (readStored(key) ?? '').split(' ').filter((name) => name !== '');
}

function writeListed(key: StorageKey, names: readonly string[]): void {
  writeStored(key, names.length > 0 ? names.join(' ') : null);
}

const without = (names: readonly string[], name: string) => names.filter((one) => one !== name);

/** The person's own name, or that with a number. */
function shortName(userId: string): string {
  return listed('otherDatabases').find((name) => name.startsWith(userId)) ?? userId;
}

/**
 * The name of a person's database in a browser. Whoever comes back while the one before cannot be
 * removed has another one: opening it would wait for the removal, which waits for a suspended tab.
 */
export function databaseName(userId: string): string {
  const left = listed('leftDatabases');
  let name = shortName(userId);
  for (let number = 2; left.includes(name); number += 1) name = `${userId}-${number}`;
  if (name !== shortName(userId))
    writeListed('otherDatabases', [...listed('otherDatabases'), name]);
  return `almanac-${name}`;
}

function gone(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(`almanac-${name}`);
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}

/**
 * Removes a person's database from this browser. Resolves when it is gone, or after two seconds: while
 * a suspended tab has it open it cannot be removed, and the next start of the app tries again.
 */
export async function removeDatabase(userId: string): Promise<void> {
  const name = shortName(userId);
  writeListed('leftDatabases', [...without(listed('leftDatabases'), name), name]);
  writeListed('otherDatabases', without(listed('otherDatabases'), name));
  const late = new Promise<void>((resolve) => setTimeout(resolve, REMOVAL_TIMEOUT));
  await Promise.race([removeLeft(name), late]);
}

async function removeLeft(name: string): Promise<void> {
  try {
    await gone(name);
    writeListed('leftDatabases', without(listed('leftDatabases'), name));
  } catch (error) {
    console.error('A copy on this device could not be removed; it is tried again.', error);
  }
}

/** Removes what could not be removed before. */
export function removeLeftDatabases(): void {
  for (const name of listed('leftDatabases')) void removeLeft(name);
}
