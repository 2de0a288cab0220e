import { CONTACT_LIMITS, folded, rowName } from '#domain/contact.ts';
import { NO_CATEGORY } from '#domain/category.ts';
import type { ContactField, ExistingContact, ImportedContact } from './types.ts';

/** Two contacts that may be one: only fields in which they differ. */
export type Similar = {
  uid: string;
  name: string;
  differences: { field: ContactField; mine: string | null; theirs: string }[];
};

const FIELDS = Object.keys(CONTACT_LIMITS) as ContactField[];
const COMPARED = FIELDS.filter((field) => field !== 'category');

const valueOf = (contact: Record<ContactField, string | null>, field: ContactField) => {
  const value = contact[field]?.trim() ?? '';
  return field === 'category' && value.toLowerCase() === NO_CATEGORY ? '' : value;
};

/** The same for two contacts that say the same, whatever their category. */
export const contactKey = (contact: Record<ContactField, string | null>) =>
  JSON.stringify(COMPARED.map((field) => valueOf(contact, field)));

const digits = (phone: string) => phone.replaceAll(/\D/gu, '').slice(-9);

/** What two contacts that are one person have in common, each as one text. */
export function traits(contact: Record<ContactField, string | null>): string[] {
  const first = folded(valueOf(contact, 'first_name'));
  const last = folded(valueOf(contact, 'last_name'));
  const shown = folded(valueOf(contact, 'display_full_name'));
  const found = new Set<string>();
  if (first && last) found.add(`name ${first} ${last}`);
  if (shown.includes(' ')) found.add(`name ${shown}`);
  const email = valueOf(contact, 'email_address').toLowerCase();
  if (email) found.add(`e-mail ${email}`);
  for (const field of ['mobile_phone', 'phone'] as const) {
    const number = digits(valueOf(contact, field));
    // A short one is an extension, which many people share.
    if (number.length >= 7) found.add(`phone ${number}`);
  }
  return [...found];
}

function differencesOf(mine: ExistingContact, theirs: ImportedContact): Similar['differences'] {
  return FIELDS.flatMap((field) => {
    const [have, come] = [valueOf(mine, field), valueOf(theirs, field)];
    return come === '' || come === have
      ? []
      : [{ field, mine: have === '' ? null : have, theirs: come }];
  });
}

/**
 * The contact that says the most of the same: by name, e-mail or number. Where several do, the one
 * with the fewest contradictions.
 */
export function similarTo(
  contact: ImportedContact,
  byTrait: ReadonlyMap<string, ExistingContact[]>,
): Similar | null {
  const candidates = new Set(traits(contact).flatMap((trait) => byTrait.get(trait) ?? []));
  const found = [...candidates].map((existing) => ({
    uid: existing.uid,
    name: rowName(existing),
    differences: differencesOf(existing, contact),
  }));
  const contradictions = ({ differences }: Similar) =>
    differences.filter(({ mine }) => mine !== null).length;
  return found.toSorted((a, b) => contradictions(a) - contradictions(b))[0] ?? null;
}
