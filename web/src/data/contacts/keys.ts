import type { ContactSortField } from '../../../../supabase/functions/_shared/domain/contacts.ts';

/** First part of the key of every cached list of contacts. */
export const CONTACTS = 'contacts';

export const contactKeys = {
  all: [CONTACTS, 'all'],
  top: (sortField: ContactSortField) => [CONTACTS, 'top', sortField],
};
