import { useEffect } from 'react';
import {
  CONTACT_SORT_FIELDS,
  CONTACT_VIEW_MODES,
  type ContactSortField,
  type ContactViewMode,
} from '#domain/contact.ts';
import { useUpdateContactViewMode, useOwnProfile } from '../../data/profile/profile.ts';
import { useStored } from '../../lib/storage.ts';

/** What contacts are sorted by, remembered in this browser (docs/spec.md, section 4). */
export function useSortField(): [ContactSortField, (field: ContactSortField) => void] {
  const [text, store] = useStored('contactSortBy', 'lastName');
  return [CONTACT_SORT_FIELDS.find((field) => field === text) ?? 'lastName', store];
}

/**
 * Tiles or list (docs/spec.md, section 4): the signed-in person's preference, until it is read what
 * was stored here, else tiles. A choice is stored here and sent to the server.
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
