import { Store, useStore } from '../../lib/store.ts';

/** Which dialog lies over the contacts: none, a new contact's, or that of one of them. */
export type ContactWindow = 'new' | { uid: string } | null;

type State = { search: string; window: ContactWindow };

const START: State = { search: '', window: null };

/** What the page's part of the top bar and the page itself share; gone with the page. */
const store = new Store(START);

export function setSearch(search: string): void {
  store.set({ ...store.get(), search });
}

export function openContactWindow(window: ContactWindow): void {
  store.set({ ...store.get(), window });
}

/** For the next visit of the page: nothing searched, nothing open. */
export function resetPage(): void {
  store.set(START);
}

export function useSearch(): string {
  return useStore(store, ({ search }) => search);
}

export function useContactWindow(): ContactWindow {
  return useStore(store, ({ window }) => window);
}
