import type { ContactRow } from '../../db/rows.ts';
import { useRows, type RowsState } from '../../sync/sync.ts';

export type Contact = ContactRow;

export type Contacts =
  | Exclude<RowsState<Contact>, { status: 'ready' }>
  | { status: 'ready'; contacts: readonly Contact[]; isPartial: boolean };

/** All contacts: searching and sorting happen here, at once. */
export function useContacts(): Contacts {
  const state = useRows('contacts');
  if (state.status !== 'ready') return state;
  return { status: 'ready', contacts: state.rows, isPartial: state.isPartial };
}

/** One contact as it is now. Undefined once it is gone. */
export function useStoredContact(uid: string | null): Contact | undefined {
  const state = useRows('contacts');
  return state.status === 'ready' ? state.rows.find((contact) => contact.uid === uid) : undefined;
}
