import * as z from 'zod/mini';
import { buildFullName } from './contacts.ts';
import { NO_CATEGORY } from './task-category.ts';

const SHORT = 200;
const LONG = 500;

/** As long as the database takes it, in characters as a reader of Unicode counts them. */
function text(limit: number) {
  return z.string().check(
    z.trim(),
    z.refine((value) => [...value].length <= limit, { error: `At most ${limit} characters` }),
  );
}

/** The contact dialog: no field is required (spec §5); what is given must fit and be reachable. */
export const contactFormSchema = z.object({
  first_name: text(SHORT),
  middle_name: text(SHORT),
  last_name: text(SHORT),
  suffix: text(SHORT),
  display_full_name: text(LONG),
  title: text(SHORT),
  company: text(SHORT),
  category: text(SHORT),
  email_address: text(LONG).check(
    // Any script is allowed on both sides, so this asks for the shape only.
    z.refine((email) => email === '' || /^[^\s@]+@[^\s@]+$/u.test(email), {
      error: 'Please enter a valid email address',
    }),
  ),
  mobile_phone: text(SHORT),
  phone: text(SHORT),
  address_one: text(LONG),
  address_two: text(LONG),
  city: text(SHORT),
  state: text(SHORT),
  zip_code: text(SHORT),
});

export type ContactForm = z.infer<typeof contactFormSchema>;
export type ContactField = keyof ContactForm;

/** A contact's fields as the database has them: what is empty is null. */
export type ContactInput = { [Field in ContactField]: string | null };

const FIELDS = Object.keys(contactFormSchema.shape) as ContactField[];

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
