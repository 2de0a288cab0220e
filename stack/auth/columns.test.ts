import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAsOwner, type DisposableClient } from '../postgres/prepare.ts';
import { startTestDatabase, type TestDatabase } from '../testing.ts';
import { authColumns } from './columns.ts';
import gotrue from './gotrue-columns.json' with { type: 'json' };

const theirs: Record<string, string | undefined> = gotrue.columns;

let database: TestDatabase;
let owner: DisposableClient;

beforeAll(async () => {
  database = await startTestDatabase();
  owner = await connectAsOwner(database.address);
});

afterAll(async () => {
  await owner.end();
  await database.stop();
});

test('design §1: every column of stack/auth is GoTrue’s, with its type, its default and its nulls', async () => {
  const ours = Object.entries(await authColumns(owner));
  expect(ours.length).toBeGreaterThan(60);
  for (const [name, definition] of ours) expect([name, theirs[name]]).toEqual([name, definition]);
});

test('design §1: no table of stack/auth lacks a column of GoTrue’s', async () => {
  const ours = await authColumns(owner);
  const tables = new Set(Object.keys(ours).map((name) => name.split('.')[0]));
  const missing = Object.keys(theirs).filter(
    (name) => tables.has(name.split('.')[0]) && !(name in ours),
  );
  expect(missing).toEqual([]);
});
