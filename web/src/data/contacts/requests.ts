import type { ContactSortField } from '../../../../supabase/functions/_shared/domain/contacts.ts';
import { succeed, unwrap } from '../../lib/errors.ts';
import { readAll } from '../../lib/read-all.ts';
import { getSupabase } from '../../lib/supabase.ts';
import type { Contact, ContactChanges, NewContact } from './types.ts';

const COLUMNS =
  'id,first_name,middle_name,last_name,suffix,display_full_name,title,company,category,email_address,mobile_phone,phone,address_one,address_two,city,state,zip_code,updated_at';

/** Every contact, the pages side by side. */
export async function readContacts(): Promise<Contact[]> {
  const supabase = await getSupabase();
  return readAll<Contact>((from, to) =>
    supabase.from('contacts').select(COLUMNS, { count: 'exact' }).order('id').range(from, to),
  );
}

const SORT_COLUMNS: Record<ContactSortField, readonly string[]> = {
  lastName: ['last_name', 'first_name'],
  firstName: ['first_name', 'last_name'],
  company: ['company', 'last_name', 'first_name'],
};
/** More than any window shows at once. */
const TOP = 60;

/** The contacts that stand first, nearly: the database's order of letters may not be the browser's. */
export async function readTopContacts(sortField: ContactSortField): Promise<Contact[]> {
  const supabase = await getSupabase();
  let query = supabase.from('contacts').select(COLUMNS);
  for (const column of SORT_COLUMNS[sortField]) query = query.order(column, { nullsFirst: true });
  return unwrap(await query.order('id').limit(TOP));
}

export async function readContactsById(ids: number[]): Promise<Contact[]> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('contacts').select(COLUMNS).in('id', ids));
}

export async function insertContact(contact: NewContact): Promise<Contact> {
  const supabase = await getSupabase();
  return unwrap(await supabase.from('contacts').insert(contact).select(COLUMNS).single());
}

/** Without changes it only makes sure that the contact is there. */
export async function updateContact(id: number, changes: ContactChanges): Promise<Contact> {
  const supabase = await getSupabase();
  if (Object.keys(changes).length === 0) {
    return unwrap(await supabase.from('contacts').select(COLUMNS).eq('id', id).single());
  }
  return unwrap(
    await supabase.from('contacts').update(changes).eq('id', id).select(COLUMNS).single(),
  );
}

export async function deleteContact(id: number): Promise<void> {
  const supabase = await getSupabase();
  succeed(await supabase.from('contacts').delete().eq('id', id));
}
