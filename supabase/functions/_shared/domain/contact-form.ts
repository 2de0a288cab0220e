import * as z from 'zod/mini';
import { NO_CATEGORY } from './category.ts';
import { buildFullName, CONTACT_LIMITS } from './contact.ts';
import { shortText, shortTexts } from './text.ts';

/** What is said at the first field of a form that holds nothing. */
const EMPTY_CONTACT = 'Please enter a name, or something else about this contact';

/**
 * The contact dialog: no field is required (spec §5), but one that is empty but for its category is no
 * contact; what is given must fit and be reachable.
 */
export const contactFormSchema = z
  .object({
    ...shortTexts(CONTACT_LIMITS),
    email_address: shortText(CONTACT_LIMITS.email_address).check(
      // Any script is allowed on both sides, so this asks for the shape only.
      z.refine((email) => email === '' || /^[^\s@]+@[^\s@]+$/u.test(email), {
        error: 'Please enter a valid email address',
      }),
    ),
  })
  .check(z.refine((form) => !isEmptyContact(form), { path: ['first_name'], error: EMPTY_CONTACT }));

export type ContactForm = z.infer<typeof contactFormSchema>;
export type ContactField = keyof ContactForm;

/** A contact's fields as the database has them: what is empty is null. */
export type ContactInput = { [Field in ContactField]: string | null };

const FIELDS = Object.keys(CONTACT_LIMITS) as ContactField[];

function mapFields<Value>(valueOf: (field: ContactField) => Value): Record<ContactField, Value> {
  const entries = FIELDS.map((field) => [field, valueOf(field)]);
  return Object.fromEntries(entries) as Record<ContactField, Value>;
}

/** What the dialog starts with for a new contact. */
export function newContactForm(category = NO_CATEGORY): ContactForm {
  return { ...mapFields(() => ''), category };
}

/** What the dialog starts with for a contact that is there. */
export function contactToForm(contact: ContactInput): ContactForm {
  return {
    ...mapFields((field) => contact[field] ?? ''),
    category: contact.category || NO_CATEGORY,
  };
}

/** Nothing is in the form but the choice of a category. */
export function isEmptyContact(form: Record<ContactField, string>): boolean {
  return FIELDS.every((field) => field === 'category' || form[field].trim() === '');
}

/** What is sent: empty texts as null, no category as 'none'. */
export function formToContact(form: ContactForm): ContactInput {
  return {
    ...mapFields((field) => form[field].trim() || null),
    category: form.category || NO_CATEGORY,
  };
}

/** The fields in which two contacts differ, with the values of the second: what an update sends. */
export function contactChanges(before: ContactInput, after: ContactInput): Partial<ContactInput> {
  return Object.fromEntries(
    FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  );
}

type Names = Pick<ContactForm, 'first_name' | 'middle_name' | 'last_name' | 'display_full_name'>;

/**
 * Whether the display name is still the one built from first, middle and last name, so that it
 * follows them. An emptied one follows again; one that the user wrote stays (spec §2).
 */
export function isNameBuilt(form: Names): boolean {
  const shown = form.display_full_name.trim();
  return shown === '' || shown === buildFullName(form);
}
