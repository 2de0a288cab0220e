import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { actor, unique, type Actor } from './support/actors.ts';
import { supabase } from './support/environment.ts';
import { succeeded } from './support/outcomes.ts';
import { ownTables } from './support/tables.ts';

// What is asked for in words and by uid: search, imports and exports.

/** A word that stands in each of the owner's rows and in the name of their file. */
const marker = unique('marker').replaceAll('-', '');
/** Of the import that the owner has made, and of the one that waits. */
const [committed, staged] = [randomUUID(), randomUUID()];

let owner: Actor;
let stranger: Actor;
/** The uids of the owner's rows. */
let uids: string[];

const importedTask = () => ({ table: 'tasks', uid: randomUUID(), title: marker });

async function rpc(name: string, args: object): Promise<unknown> {
  return succeeded(await owner.client.rpc(name, args));
}

beforeAll(async () => {
  [owner, stranger] = await Promise.all([actor('owner'), actor('stranger')]);
  uids = [];
  for (const { table, row } of ownTables) {
    const [column = 'name'] = Object.keys(row);
    const marked: object = { [column]: marker };
    const [added] = succeeded(await owner.client.from(table).insert(marked).select('uid'));
    uids.push(String(added?.uid));
  }
  for (const uid of [committed, staged]) {
    const { error } = await owner.client.rpc('stage_import', {
      import_uid: uid,
      file_name: marker,
      part: 1,
      rows: [importedTask()],
    });
    if (error) throw error;
    if (uid === committed) await rpc('commit_import', { import_uid: uid, parts: 1 });
  }
});

/** Everything the owner has, as the owner sees it. */
async function belongings(): Promise<unknown[]> {
  const lists = await Promise.all([
    ...ownTables.map(async ({ table }) =>
      succeeded(await owner.client.from(table).select().order('id')),
    ),
    rpc('list_imports', {}) as Promise<unknown[]>,
    rpc('search', { query: marker }) as Promise<unknown[]>,
  ]);
  expect(lists.every((rows) => rows.length > 0)).toBe(true);
  return lists;
}

/** The owner's word, its beginning, with a typo, and with what stands before words in the index. */
const sought = fc.constantFrom(
  (word: string) => word,
  (word: string) => word.slice(0, 7),
  (word: string) => word.slice(0, 1),
  (word: string) => `${word.slice(0, 3)}${word.slice(4)}`,
  (word: string) => `x ${word}`,
  (word: string, mark: string) => `${mark}=${word}`,
  (word: string, mark: string) => `'${mark}=${word}':*`,
  (word: string, mark: string) => `x' | '${mark}=${word.slice(0, 2)}':*|'`,
  (word: string, mark: string) => `${mark} ${word} | !x & (y)`,
  () => '%',
  () => ':*',
);
const words = fc.oneof(
  sought.map((make) => () => make(marker, owner.id.slice(0, 8))),
  fc.string({ maxLength: 12 }).map((text) => () => text),
);
const kinds = fc.constantFrom('task', 'contact', 'note', 'folder', 'category');
const uid = fc.oneof(
  fc.constantFrom(committed, staged),
  fc.uuid({ version: 4 }),
  fc.nat({ max: ownTables.length - 1 }).map((place) => `OWN ${place}`),
);
const importedRow = fc.oneof(
  fc.record({ table: fc.constant('tasks'), uid, title: fc.constant('Mine') }),
  fc.record({
    table: fc.constant('notes'),
    uid,
    title: fc.constant('Mine'),
    folder_uid: uid,
    user_id: fc.constant('OWNER'),
  }),
  fc.record({ table: fc.constant('folders'), uid, name: fc.constant('Mine'), parent_uid: uid }),
  fc.record({
    table: fc.constantFrom('categories', 'imports', 'x'),
    uid,
    name: fc.constant('Mine'),
  }),
);

type Asked = { method: string; path: string; body?: object };

const callOf = ({ name, import_uid }: { name: string; import_uid: string }): Asked => ({
  method: 'POST',
  path: `rest/v1/rpc/${name}`,
  body: {
    ...(name !== 'list_imports' && { import_uid }),
    ...(name === 'commit_import' && { parts: 1 }),
  },
});

const calls = fc.oneof(
  fc
    .record({
      query: words,
      kinds: fc.option(fc.array(kinds, { maxLength: 2 })),
      most: fc.option(fc.integer({ min: -1, max: 60 })),
      more: fc.constantFrom({}, {}, { owner: 'OWNER' }, { user_id: 'OWNER' }),
    })
    .map(({ query, more, ...args }) => () => [
      {
        method: 'POST',
        path: 'rest/v1/rpc/search',
        body: { query: query(), ...args, ...more },
      },
    ]),
  fc
    .record({ query: words, filter: fc.constantFrom('', '&title=like.*', '&select=*&order=id') })
    .map(({ query, filter }) => () => [
      {
        method: 'GET',
        path: `rest/v1/rpc/search?query=${encodeURIComponent(query())}${filter}`,
      },
    ]),
  fc.record({ q: words, kinds: fc.option(kinds, { nil: '' }) }).map(({ q, kinds: kind }) => () => [
    {
      method: 'GET',
      path: `functions/v1/api/search?q=${encodeURIComponent(q())}${kind && `&kinds=${kind}`}&user_id=${owner.id}`,
    },
  ]),
  fc
    .record({
      name: fc.constantFrom('commit_import', 'undo_import', 'cancel_import', 'list_imports'),
      import_uid: uid,
    })
    .map((one) => () => [callOf(one)]),
  fc
    .record({
      import_uid: uid,
      rows: fc.array(importedRow, { maxLength: 2 }),
      after: fc.array(
        fc.constantFrom('commit_import', 'commit_import', 'undo_import', 'cancel_import'),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(({ import_uid, rows, after }) => () => [
      {
        method: 'POST',
        path: 'rest/v1/rpc/stage_import',
        body: { file_name: 'mine.csv', import_uid, part: 1, rows },
      },
      ...after.map((name) => callOf({ name, import_uid })),
    ]),
) satisfies fc.Arbitrary<() => Asked[]>;

async function ask({ method, path, body }: Asked): Promise<Response> {
  const text = body && JSON.stringify(body).replaceAll('"OWNER"', `"${owner.id}"`);
  return fetch(`${supabase.url}/${path}`, {
    method,
    headers: {
      apikey: supabase.publishableKey,
      authorization: `Bearer ${stranger.token}`,
      'content-type': 'application/json',
    },
    ...(text && {
      body: text.replaceAll(/"OWN (\d)"/gu, (_, place: string) =>
        JSON.stringify(uids[Number(place)]),
      ),
    }),
  });
}

test('spec §6 nothing that a stranger searches for, imports or exports shows or changes what somebody else has', async () => {
  const before = await belongings();
  const succeededCalls = new Set<string>();
  await fc.assert(
    fc.asyncProperty(calls, async (make) => {
      for (const asked of make()) {
        const answer = await ask(asked);
        const text = await answer.text();
        if (answer.ok) succeededCalls.add(asked.path.split('?')[0] ?? '');
        // What was asked for may be repeated in a refusal, which shows nothing.
        if (answer.ok) expect(text).not.toContain(marker);
        expect(text).not.toContain(owner.id);
        expect(text).not.toContain(owner.username);
      }
    }),
    { numRuns: 500 },
  );
  for (const path of [
    'rest/v1/rpc/search',
    'functions/v1/api/search',
    'rest/v1/rpc/stage_import',
    'rest/v1/rpc/commit_import',
    'rest/v1/rpc/undo_import',
    'rest/v1/rpc/cancel_import',
    'rest/v1/rpc/list_imports',
  ])
    expect(succeededCalls).toContain(path);
  // All that the stranger has now, whatever it refers to.
  for (const query of ['kind=almanac', `kind=almanac&words=${marker}`, `category=${marker}`]) {
    const answer = await ask({ method: 'GET', path: `functions/v1/api/export?${query}` });
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain(marker);
  }
  expect(await belongings()).toEqual(before);
  // What waited for the owner still does.
  await rpc('commit_import', { import_uid: staged, parts: 1 });
  expect(await rpc('list_imports', {})).toHaveLength(2);
});
