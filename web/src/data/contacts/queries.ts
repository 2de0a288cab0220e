import { queryOptions } from '@tanstack/react-query';
import { keepRows } from '../../lib/keep-rows.ts';
import { contactKeys } from './keys.ts';
import { liveContacts } from './live.ts';
import { readContacts } from './requests.ts';

/** All contacts: searching and sorting happen here, at once, so all of them are needed. */
export const contactsQuery = queryOptions({
  queryKey: contactKeys.all,
  structuralSharing: keepRows,
  queryFn: () => liveContacts.read(contactKeys.all, readContacts),
});
