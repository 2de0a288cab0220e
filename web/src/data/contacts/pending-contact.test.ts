import { expect, test } from 'vitest';
import {
  formToContact,
  newContactForm,
} from '../../../../supabase/functions/_shared/domain/contacts-form.ts';
import { isPendingContact, withChanged, withCreated, withoutContact } from './pending-contact.ts';
import type { Contact } from './types.ts';

const named = (first_name: string) => formToContact({ ...newContactForm(), first_name });
const contact = (id: number, name: string): Contact => ({ ...named(name), id, updated_at: '1' });
const rows = [contact(1, 'Ada'), contact(2, 'Bob')];
const namesOf = (contacts: readonly Contact[]) => contacts.map((row) => row.first_name);

test('design §5 contacts: a new contact shows at once, without an id of the server', () => {
  const shown = withCreated(named('Cid'))(rows);
  expect(namesOf(shown)).toEqual(['Ada', 'Bob', 'Cid']);
  expect(shown.map(isPendingContact)).toEqual([false, false, true]);
});

test('design §5 contacts: a new contact that the live channel brings does not show twice', () => {
  const edit = withCreated(named('Ada'));
  expect(namesOf(edit(rows))).toEqual(['Ada', 'Bob', 'Ada']);
  expect(namesOf(edit([...rows, contact(3, 'Ada')]))).toEqual(['Ada', 'Bob', 'Ada']);
  expect(namesOf(edit([...rows, contact(3, 'Zoe')]))).toEqual(['Ada', 'Bob', 'Zoe', 'Ada']);
});

test('design §5 contacts: a change and a deletion show at once and touch no other contact', () => {
  const changed = withChanged(2, { city: 'London' })(rows);
  expect(changed[0]).toBe(rows[0]);
  expect(changed[1]).toMatchObject({ first_name: 'Bob', city: 'London' });
  expect(namesOf(withoutContact(1)(rows))).toEqual(['Bob']);
});
