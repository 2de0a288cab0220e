import { CONTACT_SORT_FIELDS, type ContactSortField } from '#domain/contact.ts';
import { useStored } from '../../lib/use-stored.ts';

function sortFieldOf(text: string | null): ContactSortField {
  return CONTACT_SORT_FIELDS.find((field) => field === text) ?? 'lastName';
}

/** What contacts are sorted by, remembered in this browser (spec section 4). */
export function useSortField(): [ContactSortField, (field: ContactSortField) => void] {
  const [text, store] = useStored('contactSortBy', 'lastName');
  return [sortFieldOf(text), store];
}
