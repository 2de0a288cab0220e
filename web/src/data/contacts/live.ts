import { LiveTable } from '../../lib/live-table.ts';
import { registerLive } from '../../lib/live.ts';
import { Pending } from '../../lib/pending.ts';
import { CONTACTS } from './keys.ts';
import { readContactsById } from './requests.ts';
import type { Contact } from './types.ts';

export const liveContacts = new LiveTable<Contact>({
  table: 'contacts',
  root: CONTACTS,
  belongs: () => true,
  fetchRows: readContactsById,
});
registerLive(liveContacts);

/** Changes of contacts that the server has not answered yet. */
export const pendingContacts = new Pending<Contact>();
