import type { Database } from '../../db/database.types.ts';

type Contacts = Database['public']['Tables']['contacts'];

/**
 * A contact as lists and dialog need it. Whose it is and when it was made is shown nowhere, and left
 * out it saves a fifth of what 10,000 contacts weigh.
 */
export type Contact = Omit<Contacts['Row'], 'user_id' | 'created_at'>;

/** What a contact is created with; the database fills in the rest. */
export type NewContact = Omit<Contact, 'id' | 'updated_at'>;

/** The fields that a change names; the others stay. */
export type ContactChanges = Partial<NewContact>;
