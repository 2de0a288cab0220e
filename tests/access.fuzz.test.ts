import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { actor, unique, type Actor } from './support/actors.ts';
import { supabase } from './support/environment.ts';
import { succeeded } from './support/outcomes.ts';
import { ownTables, serviceTables, userCalls, views } from './support/tables.ts';

let owner: Actor;
let stranger: Actor;
/** Stands in a text of each of the owner's rows. */
const marker = unique('marker');

const tables = ownTables.map(({ table }) => table);
const textOf = (row: object) => Object.keys(row)[0] ?? 'name';

beforeAll(async () => {
  [owner, stranger] = await Promise.all([actor('owner'), actor('stranger')]);
  for (const { table, row } of ownTables) {
    const marked: object = { [textOf(row)]: marker };
    succeeded(await owner.client.from(table).insert(marked).select('id'));
  }
});

/** Everything the owner has, as the owner sees it. */
async function belongings(): Promise<unknown> {
  const lists = await Promise.all(
    [...tables, 'profiles'].map(async (table) =>
      succeeded(await owner.client.from(table).select().order('id')),
    ),
  );
  expect(lists.every((rows) => rows.length > 0)).toBe(true);
  return lists;
}

const columns = fc.constantFrom(
  ...(
    'id user_id title name content first_name folder_uid parent_uid category completed due_date ' +
    'uid rank rev edited_rev deleted_at deleted_with created_at updated_at username email is_admin password_ciphertext * x id::text ' +
    'user_id::text body->a title->>b'
  ).split(' '),
);
const anyTable = fc.constantFrom(
  ...tables,
  ...tables,
  ...views,
  'profiles',
  ...serviceTables,
  'users',
  'histories',
  'x',
);
const embedded = fc
  .tuple(anyTable, fc.constantFrom('', '!inner', '!left', '!user_id', '!folder_uid'), columns)
  .map(([table, hint, column]) => `${table}${hint}(${column})`);
const selects = fc
  .array(fc.oneof({ weight: 3, arbitrary: columns }, { weight: 1, arbitrary: embedded }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(','));
const values = fc.oneof(
  fc.constantFrom('1', '0', 'null', 'true', '*', marker, '%', "'", "' or true--", '(1,2)', '{}'),
  fc.string({ maxLength: 6 }),
);
const conditions = fc
  .tuple(
    fc.constantFrom('', 'not.'),
    fc.constantFrom(
      'eq',
      'neq',
      'gt',
      'lt',
      'like',
      'ilike',
      'match',
      'imatch',
      'in',
      'is',
      'cs',
      'fts',
      'ov',
      'x',
    ),
    values,
  )
  .map(([not, operator, value]) => `${not}${operator}.${value}`);
const parameters = fc.oneof(
  fc.tuple(fc.constant('select'), selects),
  fc.tuple(columns, conditions),
  fc.tuple(columns, conditions),
  fc.tuple(
    fc.constantFrom('or', 'and', 'not.or'),
    fc
      .array(
        fc.tuple(columns, conditions).map((pair) => pair.join('.')),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => `(${parts.join(',')})`),
  ),
  fc.tuple(fc.constant('order'), columns),
  fc.tuple(fc.constantFrom('limit', 'offset', 'on_conflict', 'columns'), values),
);
const preferences = fc.constantFrom(
  'return=representation',
  'return=representation,resolution=merge-duplicates',
  'return=representation,missing=default',
  'count=exact',
  'tx=rollback',
  'handling=strict,max-affected=1',
);

const bodies = fc.oneof(
  fc.constantFrom(...ownTables.map(({ row }) => row)),
  fc.record(
    { id: fc.integer({ min: 0, max: 50 }), user_id: fc.constant('OWNER'), title: fc.string() },
    { requiredKeys: [] },
  ),
  fc.constantFrom(...userCalls.map(({ args }) => args)),
  fc.jsonValue({ maxDepth: 1 }),
);

const requests = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'),
  path: fc.oneof(
    { weight: 5, arbitrary: anyTable },
    { weight: 1, arbitrary: fc.constantFrom(...userCalls.map(({ name }) => `rpc/${name}`)) },
  ),
  query: fc.array(parameters, { maxLength: 4 }),
  prefer: preferences,
  profile: fc.constantFrom('public', 'public', 'public', 'auth', 'private', 'realtime'),
  body: bodies,
});

test('spec §6 nothing that a stranger asks for shows or changes what somebody else has', async () => {
  const before = await belongings();
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, path, query, prefer, profile, body }) => {
      const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
      const sends = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
      const answer = await fetch(`${supabase.url}/rest/v1/${path}?${search.toString()}`, {
        method,
        headers: {
          apikey: supabase.publishableKey,
          authorization: `Bearer ${stranger.token}`,
          'content-type': 'application/json',
          'accept-profile': profile,
          'content-profile': profile,
          prefer,
        },
        ...(sends && { body: JSON.stringify(body).replaceAll('"OWNER"', `"${owner.id}"`) }),
      });
      statuses.add(answer.status);
      const text = await answer.text();
      // What was asked for may be repeated in a refusal, which shows nothing.
      if (answer.ok) expect(text).not.toContain(marker);
      expect(text).not.toContain(owner.id);
      expect(text).not.toContain(owner.username);
    }),
    { numRuns: 600 },
  );
  expect(statuses).toContain(200);
  expect(statuses).toContain(403);
  expect(await belongings()).toEqual(before);
});
