import { useCallback, useSyncExternalStore } from 'react';
import { readStored, watchStored, writeStored, type StorageKey } from './storage.ts';

/** A choice kept in local storage, the same in every tab: `[stored text or fallback, store]`. */
export function useStored(key: StorageKey, fallback: string): [string, (value: string) => void] {
  const subscribe = useCallback((listener: () => void) => watchStored(key, listener), [key]);
  const value = useSyncExternalStore(subscribe, () => readStored(key) ?? fallback);
  const store = useCallback((next: string) => writeStored(key, next), [key]);
  return [value, store];
}
