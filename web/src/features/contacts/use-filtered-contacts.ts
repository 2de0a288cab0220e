import { useEffect, useMemo } from 'react';
import {
  inContactCategory,
  searchIndex,
  searchMatcher,
  sortContacts,
  type ContactSortField,
} from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/contacts.ts';
import { whenIdle } from '../../lib/later.ts';

/** Every contact is indexed for the search once; a changed contact is a new object. */
const indexes = new WeakMap<Contact, ReturnType<typeof searchIndex>>();

function indexOf(contact: Contact) {
  let index = indexes.get(contact);
  if (!index) {
    index = searchIndex(contact);
    indexes.set(contact, index);
  }
  return index;
}

type Filter = { sortField: ContactSortField; category: string; search: string };

/** The contacts that pass the filter, in order. A keystroke neither sorts nor indexes them again. */
export function useFilteredContacts(
  contacts: readonly Contact[],
  { sortField, category, search }: Filter,
): readonly Contact[] {
  const sorted = useMemo(() => sortContacts(contacts, sortField), [contacts, sortField]);
  // After the contacts are drawn, but before the first letter is typed.
  useEffect(() => whenIdle(() => sorted.forEach(indexOf)), [sorted]);
  return useMemo(() => {
    const matches = searchMatcher(search);
    const isSearching = search.trim() !== '';
    return sorted.filter(
      (contact) =>
        inContactCategory(contact, category) && (!isSearching || matches(indexOf(contact))),
    );
  }, [sorted, category, search]);
}
