import { expect, test } from 'vitest';
import { filterUsers } from './users-panel.tsx';

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
])('spec §2, Administration: %j finds %j', (search, names) => {
  expect(filterUsers(users, search).map(({ username }) => username)).toEqual(names);
});
