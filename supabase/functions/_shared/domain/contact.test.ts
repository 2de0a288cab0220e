import { expect, test } from 'vitest';
import {
  buildFullName,
  displayName,
  inContactCategory,
  initials,
  mailHref,
  nameColor,
  phoneHref,
  rowName,
  searchIndex,
  searchMatcher,
  sortContacts,
  type ContactFields,
} from './contact.ts';

const contact = (first: string, last: string, more: ContactFields = {}): ContactFields => ({
  first_name: first,
  last_name: last,
  ...more,
});

test('§4 contacts: the display name is the set one, else first and last, else Unnamed Contact', () => {
  const ada = contact('Ada', 'Lovelace', { middle_name: 'King' });
  expect(displayName({ ...ada, display_full_name: 'Countess' })).toBe('Countess');
  expect(displayName(ada)).toBe('Ada Lovelace');
  expect(displayName(contact('Ada', ''))).toBe('Ada');
  expect(displayName({ first_name: null, display_full_name: '  ' })).toBe('Unnamed Contact');
});

test('§4 contacts: a list row also has the middle name', () => {
  const ada = contact('Ada', 'Lovelace', { middle_name: 'King' });
  expect(rowName(ada)).toBe('Ada King Lovelace');
  expect(rowName({ ...ada, display_full_name: 'Countess' })).toBe('Countess');
  expect(rowName({})).toBe('Unnamed Contact');
});

test('§2 contacts: the full name is built from first, middle and last', () => {
  expect(buildFullName(contact(' Ada ', 'Lovelace', { middle_name: 'King' }))).toBe(
    'Ada King Lovelace',
  );
  expect(buildFullName({ last_name: 'Lovelace' })).toBe('Lovelace');
  expect(buildFullName({})).toBe('');
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada king lovelace', 'AK'],
  ['Plato', 'P'],
  ['', ''],
  ['  émile   zola ', 'ÉZ'],
  ['山田 太郎', '山太'],
  ['👩‍💻 Coder', '👩‍💻C'],
])('§4 contacts: the initials of "%s" are %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('design §8 contacts: a name has one colour, in any case, and names have many', () => {
  expect(nameColor(' ADA Lovelace')).toBe(nameColor('ada lovelace'));
  const colors = ['Ada', 'Bob', 'Cid', 'Dot', 'Eve', '山田', 'Zoë 🎸', ''].map(nameColor);
  expect(new Set(colors).size).toBeGreaterThan(4);
  expect(colors).not.toContain('slate');
});

test('§5 contacts: the category filter is all, none or a name', () => {
  const named = { category: 'Work' };
  expect([named, {}, { category: 'none' }].map((c) => inContactCategory(c, 'all'))).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    [named, {}, { category: '' }, { category: null }, { category: 'none' }].map((c) =>
      inContactCategory(c, 'none'),
    ),
  ).toEqual([false, true, true, true, true]);
  expect([named, {}, { category: 'work' }].map((c) => inContactCategory(c, 'Work'))).toEqual([
    true,
    false,
    false,
  ]);
});

test('§5 contacts: search finds display name, company and e-mail in any case, mobile as typed', () => {
  const index = searchIndex({
    display_full_name: 'Ada Lovelace',
    first_name: 'Augusta',
    company: 'Analytical Engines',
    email_address: 'ada@example.org',
    mobile_phone: '+44 20 EXT',
  });
  for (const found of ['lovel', 'ADA L', 'ENGINES', 'ADA@EXAMPLE', '+44 20', 'EXT', '', '  '])
    expect(searchMatcher(found)(index), found).toBe(true);
  for (const missing of ['ext', 'augusta', 'Lovelace Analytical', 'lovelace\nanalytical engines!'])
    expect(searchMatcher(missing)(index), missing).toBe(false);
});

test('§5 contacts: search works in any script', () => {
  const found = (name: string, search: string) =>
    searchMatcher(search)(searchIndex({ display_full_name: name }));
  expect(found('Jürgen Groß', 'JÜRGEN')).toBe(true);
  expect(found('Ju\u0308rgen', 'jürgen')).toBe(true);
  expect(found('Jürgen Groß', 'jurgen gross')).toBe(true);
  expect(found('Jürgen Groß', 'GROSS')).toBe(true);
  expect(found('JÜRGEN GROSS', 'groß')).toBe(true);
  expect(found('İpek Yıldız', 'ipek')).toBe(true);
  expect(found('Yıldız', 'YILDIZ')).toBe(true);
  expect(found('YILDIZ İPEK', 'yıldız ipek')).toBe(true);
  expect(found('山田太郎', '太')).toBe(true);
  expect(found('ｱﾀﾞﾁ', 'アダチ')).toBe(true);
  expect(found('かがみ', 'かか')).toBe(false);
  expect(found('ΝΙΚΟΣ ΠΑΠΠΑΣ', 'νίκος πα')).toBe(true);
  expect(found('Νίκος', 'ΝΙΚΟΣ')).toBe(true);
  expect(found('Zoë 🎸', '🎸')).toBe(true);
});

test('§5 contacts: each sort field has its own second and third key', () => {
  const people = [
    contact('bea', 'Young', { company: 'zeta' }),
    contact('Ada', 'young', { company: 'Alpha' }),
    contact('Cid', 'Abel', { company: 'alpha' }),
    contact('ada', 'Zorn', { company: 'Zeta' }),
  ];
  const order = (field: 'lastName' | 'firstName' | 'company') =>
    sortContacts(people, field).map((person) => `${person.first_name} ${person.last_name}`);
  expect(order('lastName')).toEqual(['Cid Abel', 'Ada young', 'bea Young', 'ada Zorn']);
  expect(order('firstName')).toEqual(['Ada young', 'ada Zorn', 'bea Young', 'Cid Abel']);
  expect(order('company')).toEqual(['Cid Abel', 'Ada young', 'bea Young', 'ada Zorn']);
});

test('§5 contacts: names of many scripts sort sensibly, and equal ones keep their order', () => {
  const names = ['Zebra', 'Öztürk', 'Ärger', 'apfel', 'Ovid', '山田', '🎸', 'Apfel'];
  const sorted = sortContacts(
    names.map((last) => contact('', last)),
    'lastName',
  ).map((person) => person.last_name);
  expect(sorted).toEqual(['🎸', 'apfel', 'Apfel', 'Ärger', 'Ovid', 'Öztürk', 'Zebra', '山田']);
});

test.each([
  ['ada@example.org', 'mailto:ada@example.org'],
  ['ada+lists@example.org', 'mailto:ada+lists@example.org'],
  ['a?b&c@example.org', 'mailto:a%3Fb%26c@example.org'],
])('§2 contacts: the e-mail link of %s is %s', (email, expected) => {
  expect(mailHref(email)).toBe(expected);
});

test.each([
  ['555-0100', 'tel:555-0100'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
  ['(555) 123-4567', 'tel:(555)123-4567'],
  ['555 0100 ext. 42', 'tel:5550100;ext=42'],
  ['555 0100 x42', 'tel:5550100;ext=42'],
  ['*31#555', 'tel:*31%23555'],
])('§2 contacts: the telephone link of %s is %s', (phone, expected) => {
  expect(phoneHref(phone)).toBe(expected);
});
