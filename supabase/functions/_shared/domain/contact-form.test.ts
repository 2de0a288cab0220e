import { expect, test } from 'vitest';
import {
  contactChanges,
  contactFormSchema,
  contactToForm,
  formToContact,
  isNameBuilt,
  newContactForm,
} from './contact-form.ts';

const messagesOf = (form: Record<string, string>) =>
  contactFormSchema
    .safeParse({ ...newContactForm(), ...form })
    .error?.issues.map((issue) => [issue.path.join('.'), issue.message]);

test('§5 contact form: no field is required, but an empty contact is none', () => {
  const { category: _category, ...texts } = newContactForm();
  for (const field of Object.keys(texts))
    expect(messagesOf({ [field]: 'a@b' }), field).toBeUndefined();
  const empties: Record<string, string>[] = [{}, { category: 'Work' }, { company: '  ' }];
  for (const empty of empties)
    expect(messagesOf(empty)).toEqual([
      ['first_name', 'Please enter a name, or something else about this contact'],
    ]);
});

test('§5 contact form: an e-mail address must look like one, in any script', () => {
  for (const email of ['ada@example.org', 'ada@localhost', 'jürgen@müller.example', ' a@b.c '])
    expect(messagesOf({ email_address: email }), email).toBeUndefined();
  for (const email of ['ada', 'ada@', '@example.org', 'a b@c.d', 'a@b@c'])
    expect(messagesOf({ email_address: email }), email).toEqual([
      ['email_address', 'Please enter a valid email address'],
    ]);
});

test('§5 contact form: what the database would refuse is named before it is sent', () => {
  expect(messagesOf({ city: '🏙'.repeat(200), address_one: 'x'.repeat(500) })).toBeUndefined();
  expect(messagesOf({ city: '🏙'.repeat(201), address_one: 'x'.repeat(501) })).toEqual([
    ['address_one', 'At most 500 characters'],
    ['city', 'At most 200 characters'],
  ]);
});

test('§3 contact form: empty texts are sent as null, no category as none', () => {
  const sent = formToContact({ ...newContactForm(), first_name: ' Ada ', city: '  ' });
  expect(sent).toMatchObject({ first_name: 'Ada', city: null, category: 'none', suffix: null });
});

test('§3 contact form: a stored contact becomes a form and the same contact again', () => {
  const contact = formToContact({
    ...newContactForm('Work'),
    first_name: 'Ada',
    email_address: 'ada@example.org',
  });
  expect(formToContact(contactToForm(contact))).toEqual(contact);
  expect(contactToForm({ ...contact, category: null }).category).toBe('none');
});

test('§4 contact form: an update sends what changed and nothing else', () => {
  const before = formToContact({ ...newContactForm(), first_name: 'Ada', city: 'London' });
  expect(contactChanges(before, before)).toEqual({});
  expect(contactChanges(before, { ...before, city: null, title: 'Countess' })).toEqual({
    city: null,
    title: 'Countess',
  });
});

test('§2 contact form: the display name follows the names until the user writes their own', () => {
  const ada = { ...newContactForm(), first_name: 'Ada', last_name: 'Lovelace' };
  expect(isNameBuilt(ada)).toBe(true);
  expect(isNameBuilt({ ...ada, display_full_name: 'Ada Lovelace' })).toBe(true);
  expect(isNameBuilt({ ...ada, display_full_name: 'Countess' })).toBe(false);
});
