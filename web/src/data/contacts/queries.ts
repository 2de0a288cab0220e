import type { ContactRow } from '../../db/rows.ts';
import { useRows } from '../../sync/sync.ts';

export type Contact = ContactRow;

/** All contacts: searching and sorting happen here, at once. */
export function useContacts() {
  return useRows('contacts');
}

/** One contact as it is now. Undefined once it is gone. */
export function useContact(uid: string | null): Contact | undefined {
  const state = useContacts();
  return state.status === 'ready' ? state.rows.find((contact) => contact.uid === uid) : undefined;
}
