import { useEffect, useMemo } from 'react';
import {
  CONTACT_SORT_FIELDS,
  CONTACT_VIEW_MODES,
  inContactCategory,
  searchIndex,
  searchMatcher,
  sortContacts,
  type ContactSortField,
  type ContactViewMode,
} from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/contacts.ts';
import { useUpdateContactViewMode, useOwnProfile } from '../../data/profile/profile.ts';
import { whenIdle } from '../../lib/later.ts';
import { useStored } from '../../lib/storage.ts';

/** What contacts are sorted by, stored in this browser (spec section 4). */
export function useSortField(): [ContactSortField, (field: ContactSortField) => void] {
  const [text, store] = useStored('contactSortBy', 'lastName');
  return [CONTACT_SORT_FIELDS.find((field) => field === text) ?? 'lastName', store];
}

/** Whether the view mode is known: on a new device only once the server has answered. */
export function useIsViewKnown(): boolean {
  const [stored] = useStored('contactViewMode', '');
  const { profile, error } = useOwnProfile();
  return stored !== '' || profile !== undefined || error !== null;
}

/**
 * Tiles or list (spec section 4): the person's preference; until it is read what is stored in this
 * browser, else tiles. A choice is stored here and sent to the server.
 */
export function useViewMode(): [ContactViewMode, (mode: ContactViewMode) => void] {
  const [text, store] = useStored('contactViewMode', 'tile');
  const stored = CONTACT_VIEW_MODES.find((mode) => mode === text) ?? 'tile';
  const { profile } = useOwnProfile();
  const { mutate: update } = useUpdateContactViewMode(profile?.id ?? '');
  const saved = profile?.contact_view_mode;

  useEffect(() => {
    // A choice made on another device, or one that the server refused here.
    if (saved) store(saved);
  }, [saved, store]);

  const choose = (mode: ContactViewMode) => {
    store(mode);
    if (profile) update({ contact_view_mode: mode });
  };
  return [saved ?? stored, choose];
}

/** Search indexes, cached by the contact's object: a contact that changes is a new one. */
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

/** The sorted contacts that match. A keystroke neither sorts nor indexes them again. */
export function useFilteredContacts(
  contacts: readonly Contact[],
  { sortField, category, search }: Filter,
): readonly Contact[] {
  const sorted = useMemo(() => sortContacts(contacts, sortField), [contacts, sortField]);
  // Indexed in idle time, before the first letter is typed.
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
