import { useSyncExternalStore } from 'react';

/** Which dialog lies over the contacts: none, a new contact's, or that of the contact with an id. */
export type ContactWindow = 'new' | { id: number } | null;

type State = { search: string; window: ContactWindow };

/** What the page's part of the top bar and the page itself share; gone with the page. */
const initial: State = { search: '', window: null };
let state = initial;
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setSearch(search: string): void {
  change({ search });
}

export function openContactWindow(window: ContactWindow): void {
  change({ window });
}

/** For the next visit of the page: nothing searched, nothing open. */
export function resetPage(): void {
  change(initial);
}

export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => state.search);
}

export function useContactWindow(): ContactWindow {
  return useSyncExternalStore(subscribe, () => state.window);
}
