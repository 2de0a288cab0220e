import { beforeAll, expect, test } from 'vitest';
import { actor, type Actor } from './support/actors.ts';
import { limit, refusal, succeeded } from './support/outcomes.ts';

let ann: Actor;

beforeAll(async () => {
  ann = await actor('ann');
});

const full = {
  first_name: 'Ada',
  middle_name: 'King',
  last_name: 'Lovelace',
  suffix: 'Countess',
  display_full_name: 'Ada King Lovelace',
  title: 'Analyst',
  company: 'Analytical Engines',
  category: 'Work',
  email_address: 'ada@example.org',
  mobile_phone: '+44 20 0000',
  phone: '020 1111',
  address_one: '12 St James’s Square',
  address_two: 'First floor',
  city: 'London',
  state: 'Middlesex',
  zip_code: 'SW1Y 4JH',
};

test('spec §3 Contact: every field comes back as it was given', async () => {
  const created = await ann.client.from('contacts').insert(full).select().single();
  expect(succeeded(created)).toMatchObject(full);
});

test('spec §5 Contact: no field is required; the category is then none', async () => {
  const created = await ann.client.from('contacts').insert({}).select().single();
  const nothing = Object.fromEntries(Object.keys(full).map((field) => [field, null]));
  expect(succeeded(created)).toMatchObject({ ...nothing, category: 'none' });
});

test.each(Object.keys(full))('spec §3 Contact: %s has an end', async (field) => {
  const long = ['display_full_name', 'email_address', 'address_one', 'address_two'];
  const length = long.includes(field) ? 500 : 200;
  const contacts = ann.client.from('contacts');
  const filled = (total: number): object => ({ [field]: 'x'.repeat(total) });
  expect(await contacts.insert(filled(length + 1))).toMatchObject(
    refusal(limit('contacts', `${field}_has_up_to_${length}_characters`)),
  );
  succeeded(await contacts.insert(filled(length)).select('id'));
});
