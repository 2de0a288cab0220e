import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from 'pg';
import { actor, bearer, nobody, unique, type Actor } from '../support/actors.ts';
import { connect, rolledBack } from '../support/database.ts';
import { succeeded } from '../support/outcomes.ts';
import { programSession } from '../support/programs.ts';
import { claimsOf, forge, tamper, unsign } from '../support/tokens.ts';

type Found = { kind: string; uid: string; id: number; title: string; excerpt: string };

let database: Client;
let ann: Actor;

beforeAll(async () => {
  database = await connect();
});

beforeEach(async () => {
  ann = await actor('ann');
});

async function search(query: string, more: object = {}, of: Actor = ann): Promise<Found[]> {
  return succeeded(await of.client.rpc('search', { query, ...more })) as Found[];
}

const titles = (found: readonly Found[]) => found.map(({ title }) => title);

async function add(table: string, ...rows: object[]): Promise<string[]> {
  const added = succeeded(await ann.client.from(table).insert(rows).select('uid'));
  return added.map(({ uid }) => uid as string);
}

test('design §7 search: one search goes over tasks, contacts, notes, folders and categories', async () => {
  await add('tasks', { title: 'Dentist', description: null });
  await add('contacts', { first_name: 'Dora', last_name: 'Dentist', company: 'Teeth' });
  await add('notes', { title: 'Dentist’s advice', content: 'Less sugar' });
  await add('folders', { name: 'Dentist' });
  await add('categories', { name: 'Dentist' });
  const found = await search('dentist');
  expect(found.map(({ kind }) => kind).toSorted()).toEqual([
    'category',
    'contact',
    'folder',
    'note',
    'task',
  ]);
  expect(found.find(({ kind }) => kind === 'contact')).toMatchObject({
    title: 'Dora Dentist',
    excerpt: 'Teeth',
  });
  expect(titles(await search('dentist', { kinds: ['note'] }))).toEqual(['Dentist’s advice']);
  expect(await search('dentist', { kinds: [] })).toEqual([]);
  expect(await search('dentist', { kinds: ['nothing'] })).toEqual([]);
});

test('design §7 search: the same title, its beginning, a word, other words, what is beside the title, and typos', async () => {
  const list = ['Call the dentist', 'Dentist at nine', 'Visit', 'Dentist', 'Rent'];
  for (const title of list)
    await add('tasks', { title, description: title === 'Visit' ? 'dentist' : null });
  expect(titles(await search('dentist'))).toEqual([
    'Dentist',
    'Dentist at nine',
    'Call the dentist',
    'Visit',
  ]);
  expect(titles(await search('den cal'))).toEqual(['Call the dentist']);
  for (const typo of ['dentost', 'dentst', 'denttist', 'detnist', 'edntist', 'dnetist nin'])
    expect(titles(await search(typo)), typo).toContain('Dentist at nine');
  for (const none of ['tentist', 'dontost', 'rex', '', ' ', "'", '\\', '%', '*', '()&|!:*'])
    expect(await search(none), none).toEqual([]);
});

/** A word with one letter wrong, missing, added or swapped with the one before: at each place. */
function typosOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, before) => {
    const at = before + 1;
    const [start, end] = [word.slice(0, at), word.slice(at)];
    return [
      `${start}x${end.slice(1)}`,
      start + end.slice(1),
      `${start}x${end}`,
      word.slice(0, before) + word.charAt(at) + word.charAt(before) + word.slice(at + 1),
    ];
  }).flat();
}

test.each(['milk', 'bread', 'dentist', 'grandmother'])(
  'design §7 search: one typo anywhere in "%s" but in its first letter',
  async (word) => {
    await add('tasks', { title: `Then ${word}s` }, { title: 'Something else' });
    // A word of three letters is not taken for a typo.
    for (const typo of typosOf(word).filter((one) => one.length >= 4))
      expect(titles(await search(typo)), typo).toEqual([`Then ${word}s`]);
  },
);

test('design §7 search: neither accents nor case matter, in any script', async () => {
  await add(
    'tasks',
    ...['Jürgen', 'İpek Yıldız', 'Straße', 'ЁЛКА', 'É', 'Ὀδυσσεύς'].map((title) => ({ title })),
  );
  for (const [query, title] of [
    ['jurgen', 'Jürgen'],
    ['JU\u0308RGEN', 'Jürgen'],
    ['yildiz', 'İpek Yıldız'],
    ['strasse', 'Straße'],
    ['елка', 'ЁЛКА'],
  ] as const)
    expect(titles(await search(query)), query).toEqual([title]);
});

test('design §7 search: an excerpt shows the word, on one line and of bounded length', async () => {
  const [first = '', second = ''] = await add(
    'notes',
    {
      title: 'Long',
      content: `${'Before it. '.repeat(200)}\n\nThe Crème brûlée.\n${'After. '.repeat(200)}`,
    },
    { title: 'Short', content: 'creme' },
  );
  const found = new Map((await search('creme')).map(({ uid, excerpt }) => [uid, excerpt]));
  expect(found.get(second)).toBe('creme');
  expect(found.get(first)).toMatch(/^….*The Crème brûlée\. After.*…$/);
  expect(found.get(first)?.length).toBeLessThanOrEqual(162);
});

test('design §7 search: what is deleted is not found, what comes back is, and what is changed is found as it is', async () => {
  const [uid = ''] = await add('notes', { title: 'Recipe', content: 'butter' });
  const set = async (change: object) =>
    succeeded(await ann.client.from('notes').update(change).eq('uid', uid).select('uid'));
  await set({ content: 'oil' });
  expect(await search('butter')).toEqual([]);
  expect(titles(await search('oil'))).toEqual(['Recipe']);
  await set({ deleted_at: new Date().toISOString() });
  expect(await search('oil')).toEqual([]);
  await set({ deleted_at: null });
  expect(titles(await search('oil'))).toEqual(['Recipe']);
  await set({ deleted_at: 'epoch' });
  expect(await search('oil')).toEqual([]);
});

test('design §7 search: nothing stays of what is purged, nor of an account that is deleted', async () => {
  const gone = await actor('gone');
  succeeded(await gone.client.from('tasks').insert({ title: 'Left' }).select('uid'));
  const [uid] = await add('tasks', { title: 'Purged' }, { title: 'Kept' });
  const documents = async ({ id }: Actor) =>
    (await database.query('select title from private.search_documents where user_id = $1', [id]))
      .rows;
  expect(await documents(gone)).toHaveLength(1);
  await database.query('delete from public.tasks where uid = $1', [uid]);
  expect(await documents(ann)).toEqual([{ title: 'kept' }]);
  await database.query('delete from auth.users where id = $1', [gone.id]);
  expect(await documents(gone)).toEqual([]);
});

test('design §7 search: filling anew, as after a restore, makes the documents that the triggers have made', async () => {
  await add('tasks', { title: 'Über', description: 'ein Wort' }, { title: 'Gone' });
  await add('contacts', { display_full_name: ' ', first_name: 'Ada', last_name: '' }, {});
  await add('notes', { title: 'N', content: '# Head' });
  await add('folders', { name: 'F' });
  await add('categories', { name: 'C' });
  await ann.client.from('tasks').update({ deleted_at: 'now' }).eq('title', 'Gone');
  await rolledBack(database, async () => {
    const read = async () =>
      (
        await database.query(
          `select kind, uid, title, words::text from private.search_documents
           where user_id = $1 order by kind, uid`,
          [ann.id],
        )
      ).rows;
    const before = await read();
    expect(before).toHaveLength(6);
    await database.query('delete from private.search_documents where user_id = $1', [ann.id]);
    await database.query('select private.fill_search()');
    expect(await read()).toEqual(before);
  });
});

test('design §7 search: query, limit and documents are bounded', async () => {
  await add('tasks', ...Array.from({ length: 60 }, (_, n) => ({ title: `Many ${n}` })));
  expect(await search('many')).toHaveLength(20);
  expect(await search('many', { most: 3 })).toHaveLength(3);
  expect(await search('many', { most: 1_000_000 })).toHaveLength(50);
  expect(await search('many', { most: -1 })).toHaveLength(1);
  expect(await search(`many ${' '.repeat(200)} nothing`)).toHaveLength(20);
  expect(await search('many '.repeat(200_000))).toHaveLength(20);
  // As many different words as fit, and letters that take the most bytes.
  const words = Array.from({ length: 500_000 }, (_, n) =>
    String.fromCodePoint(0x20000 + (n % 40_000)),
  );
  await add(
    'notes',
    { title: 'Full', content: words.join(' ') },
    { title: 'One word', content: 'x'.repeat(1_000_000) },
  );
  await add('notes', { title: 'Longer folded', content: '㎏'.repeat(1_000_000) });
  expect(titles(await search('full'))).toEqual(['Full']);
  expect(titles(await search('x'.repeat(40)))).toEqual(['One word']);
});

test('design §4 search: nobody finds anything of somebody else’s, whatever token is shown', async () => {
  const bob = await actor('bob');
  const secret = unique('secret').replaceAll('-', '');
  await add('tasks', { title: secret });
  expect(titles(await search(secret))).toEqual([secret]);
  expect(await search(secret, {}, bob)).toEqual([]);
  // What stands before words in the index is nothing that can be asked for.
  for (const query of [
    `${ann.id.slice(0, 8)}=${secret}`,
    `' | '${ann.id.slice(0, 8)}=${secret}`,
    `x':*|'`,
  ])
    expect(await search(query, {}, bob), query).toEqual([]);
  const claims = claimsOf(ann.token);
  for (const token of [
    forge(claims),
    tamper(bob.token, { sub: ann.id }),
    unsign(ann.token),
    'garbage',
  ]) {
    const { data, status } = await bearer(token).rpc('search', { query: secret });
    expect([data, status]).toEqual([null, 401]);
  }
  expect((await nobody().rpc('search', { query: secret })).error?.code).toBe('42501');
  for (const call of ['find_documents', 'search_of']) {
    const { rows } = await database.query(
      `select from pg_proc as p, pg_roles as r
       where p.pronamespace = 'private'::regnamespace and p.proname = $1
         and r.rolname in ('anon', 'authenticated', 'service_role')
         and has_function_privilege(r.oid, p.oid, 'execute')`,
      [call],
    );
    expect(rows, call).toEqual([]);
  }
});

test('design §4 search: programs search with a scope for all kinds, and no longer than they may', async () => {
  await add('tasks', { title: 'Dentist' });
  const refused = { data: null, status: 403, error: { code: 'PT403' } };
  const dav = await programSession(ann, 'dav');
  expect(await dav.client.rpc('search', { query: 'dentist' })).toMatchObject(refused);
  const reader = await programSession(ann, 'api:read');
  expect(succeeded(await reader.client.rpc('search', { query: 'dentist' }))).toHaveLength(1);
  await database.query('delete from public.app_passwords where id = $1', [reader.id]);
  expect((await reader.client.rpc('search', { query: 'dentist' })).data).toBeNull();
});
