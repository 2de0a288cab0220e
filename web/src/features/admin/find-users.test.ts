import { expect, test } from 'vitest';
import { findUsers } from './find-users.ts';

const user = (username: string, email: string | null) => ({
  id: username,
  username,
  email,
  createdAt: '2026-01-05T12:00:00+00:00',
  isAdmin: false,
});
const users = [user('Anna', null), user('bert', 'BERT@home.example'), user('Émile', null)];

test.each([
  ['', ['Anna', 'bert', 'Émile']],
  ['  ', ['Anna', 'bert', 'Émile']],
  ['ann', ['Anna']],
  ['HOME', ['bert']],
  ['émi', ['Émile']],
  ['nobody', []],
])('§2 Administration: %j finds %j', (search, names) => {
  expect(findUsers(users, search).map(({ username }) => username)).toEqual(names);
});
