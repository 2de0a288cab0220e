import { randomBytes, randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { actor, serviceRole, type Actor } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { appPassword } from '../support/programs.ts';
import { useOwnStack } from './support/own-stack.ts';

// An installation of its own: how many exports are made at a time is counted for everybody.

useOwnStack();

const ask = (token: string, init: RequestInit = {}, query: Record<string, string> = {}) =>
  fetch(`${supabase.url}/functions/v1/api/export?${new URLSearchParams(query).toString()}`, {
    ...init,
    headers: { apikey: supabase.publishableKey, authorization: `Bearer ${token}` },
  });

async function zipOf(token: string): Promise<Record<string, string>> {
  const answer = await ask(token);
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, strFromU8(file)]));
}

async function add(owner: Actor, table: string, rows: object[]): Promise<void> {
  const own = rows.map((row) => ({ ...row, user_id: owner.id }));
  const { error } = await serviceRole().from(table).insert(own);
  if (error) throw error;
}

/** Notes that no compression makes short. */
const longNotes = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    title: `Long ${place}`,
    content: randomBytes(375_000).toString('base64'),
  }));

test('spec §7 export: a zip of everything of the account, and of nobody else’s', async () => {
  const [anna, bert] = [await actor('anna'), await actor('bert')];
  const [above, inner, done] = [randomUUID(), randomUUID(), randomUUID()];
  const at = '2020-02-29T23:59:59.123456+00:00';
  await add(bert, 'tasks', [{ title: 'Bert’s' }]);
  await add(anna, 'categories', [{ name: 'Büro', color: 'red' }]);
  await add(anna, 'tasks', [
    { title: 'Äpfel; Birnen', category: 'Büro', due_date: '2026-11-24', repeat_type: 'weekly' },
    ...Array.from({ length: 250 }, (_, place) => ({ title: `Task ${place}` })),
  ]);
  await add(anna, 'tasks', [{ uid: done, title: 'Old', completed: true, completed_at: at }]);
  await add(anna, 'tasks', [{ title: 'Gone', deleted_at: at }]);
  await add(anna, 'contacts', [{ first_name: 'Zoë', category: 'none' }]);
  await add(anna, 'folders', [{ uid: above, name: 'Above' }]);
  await add(anna, 'folders', [{ uid: inner, name: 'Inner', parent_uid: above }]);
  await add(anna, 'notes', [{ title: 'Plan', content: '# Head\n- [x] done', folder_uid: inner }]);

  const files = await zipOf(anna.token);
  expect(Object.keys(files).toSorted()).toEqual([
    'README.txt',
    'almanac.json',
    'contacts.vcf',
    'notes/Above/Inner/Plan.md',
    'tasks.ics',
  ]);
  const all: unknown = JSON.parse(files['almanac.json'] ?? '');
  expect(all).toMatchObject({
    format: 'almanac',
    version: 1,
    categories: [{ name: 'Büro', color: 'red' }],
    contacts: [{ first_name: 'Zoë', category: null }],
    folders: [
      { uid: above, name: 'Above', parent_uid: null },
      { uid: inner, name: 'Inner', parent_uid: above },
    ],
    notes: [{ title: 'Plan', content: '# Head\n- [x] done', folder_uid: inner, pinned: false }],
  });
  const { tasks } = all as { tasks: { title: string; completed_at: string | null }[] };
  expect(tasks).toHaveLength(252);
  expect(new Set(tasks.map(({ title }) => title)).size).toBe(252);
  expect(tasks).toContainEqual(
    expect.objectContaining({ uid: done, completed_at: '2020-02-29T23:59:59.123Z' }),
  );
  expect(Object.keys(tasks[0] ?? {})).not.toContain('id');
  expect(files['contacts.vcf']).toContain('FN:Zoë');
  expect(files['tasks.ics']?.match(/^BEGIN:VTODO/gmu)).toHaveLength(252);
  expect(files['tasks.ics']).toContain('COMPLETED:20200229T235959Z');
  expect(files['notes/Above/Inner/Plan.md']).toContain('# Head\n- [x] done');
  expect(Object.values(files).join('')).not.toMatch(/Bert’s|Gone/u);
});

test('spec §7 export: an account without anything, and a file’s name', async () => {
  const anna = await actor('anna');
  const answer = await ask(anna.token);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="almanac-\d{4}-\d\d-\d\d\.zip"$/u,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  await answer.arrayBuffer();
  const { 'almanac.json': json = '' } = await zipOf(anna.token);
  expect(JSON.parse(json)).toMatchObject({ tasks: [], contacts: [], folders: [], notes: [] });
});

test('design §7 export: a kind, a category and words choose what is in it', async () => {
  const [anna, bert] = [await actor('anna'), await actor('bert')];
  const [garden, work, below] = [randomUUID(), randomUUID(), randomUUID()];
  await add(bert, 'tasks', [{ title: 'Bert’s tulips', category: 'Garden' }]);
  await add(anna, 'categories', [{ name: 'Garden', color: 'green' }, { name: 'Work' }]);
  await add(anna, 'tasks', [
    { title: 'Plant Tülips', category: 'Garden' },
    { title: 'Mow', category: 'Garden' },
    { title: 'Tulips for the office', category: 'Work' },
    { title: 'Gone tulips', category: 'Garden', deleted_at: new Date().toISOString() },
  ]);
  await add(anna, 'contacts', [
    { first_name: 'Rose', company: 'Tulip and Sons', category: 'Garden' },
    { first_name: 'Nobody', category: 'none' },
  ]);
  await add(anna, 'folders', [
    { uid: garden, name: 'Garden', category: 'Garden' },
    { uid: work, name: 'Work', category: 'Work' },
  ]);
  await add(anna, 'folders', [
    { uid: below, name: 'Beds', category: 'Garden', parent_uid: garden },
  ]);
  await add(anna, 'notes', [
    { title: 'Bulbs', content: 'tulip, crocus', folder_uid: below },
    { title: 'Minutes', content: 'tulips were praised', folder_uid: work },
    { title: 'Loose tulip' },
  ]);
  const textOf = async (query: Record<string, string>) => {
    const answer = await ask(anna.token, {}, query);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const namesIn = async (query: Record<string, string>) => {
    const rows = JSON.parse(await textOf({ kind: 'almanac', ...query })) as Record<
      string,
      Record<string, string | null>[]
    >;
    return ['categories', 'tasks', 'contacts', 'folders', 'notes'].map((list) =>
      rows[list]?.map(({ name, title, first_name }) => first_name ?? name ?? title),
    );
  };
  expect(await namesIn({ category: 'Garden', words: 'TULIP' })).toEqual([
    ['Garden'],
    ['Plant Tülips'],
    ['Rose'],
    ['Garden', 'Beds'],
    ['Bulbs'],
  ]);
  expect(await namesIn({ category: 'Work' })).toEqual([
    ['Work'],
    ['Tulips for the office'],
    [],
    ['Work'],
    ['Minutes'],
  ]);
  expect(await namesIn({ category: 'garden' })).toEqual([[], [], [], [], []]);

  const contacts = await textOf({ kind: 'contacts', words: 'sons' });
  expect(contacts.match(/^FN:.*/gmu)).toEqual(['FN:Rose']);
  const tasks = await textOf({ kind: 'tasks', category: 'Garden' });
  expect(tasks.match(/^SUMMARY:.*/gmu)).toEqual(['SUMMARY:Plant Tülips', 'SUMMARY:Mow']);
  const notes = await ask(anna.token, {}, { kind: 'notes', words: 'crocus' });
  expect(notes.headers.get('content-disposition')).toMatch(/filename="notes-[\d-]{10}\.zip"/u);
  expect(Object.keys(unzipSync(new Uint8Array(await notes.arrayBuffer())))).toEqual([
    'Garden/Beds/Bulbs.md',
  ]);
  for (const [kind, type] of [
    ['contacts', 'text/vcard'],
    ['tasks', 'text/calendar'],
    ['almanac', 'application/json'],
  ] as const) {
    const { headers } = await ask(anna.token, { method: 'HEAD' }, { kind });
    expect(headers.get('content-type')).toBe(type);
  }
  // As it comes: compressing it would hold it whole.
  const streamed = await ask(anna.token, {}, { kind: 'almanac' });
  await streamed.body?.cancel();
  expect(streamed.headers.get('content-encoding')).toBeNull();
  const refused = await ask(anna.token, {}, { kind: 'mail' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'invalid_request' });
});

test('design §4 export: a program that may read may export, one for DAV may not', async () => {
  const anna = await actor('anna');
  const reading = await appPassword(anna, 'api:read');
  expect(Object.keys(await zipOf(reading.password))).toContain('almanac.json');
  const dav = await appPassword(anna, 'dav');
  const refused = await ask(dav.password);
  expect(refused.status).toBe(403);
  await refused.body?.cancel();
});

test('design §6 export: notes that are longer than an answer of the database, after short ones', async () => {
  const anna = await actor('anna');
  const short = Array.from({ length: 120 }, (_, place) => ({ title: `Short ${place}` }));
  await add(anna, 'notes', short);
  const long = longNotes(40);
  for (const note of long) await add(anna, 'notes', [note]);
  const { 'almanac.json': json = '', ...files } = await zipOf(anna.token);
  const { notes } = JSON.parse(json) as { notes: { title: string; content: string | null }[] };
  expect(notes.map(({ title }) => title)).toEqual([...short, ...long].map(({ title }) => title));
  expect(notes.at(-1)?.content).toBe(long.at(-1)?.content);
  expect(Object.keys(files).filter((name) => name.startsWith('notes/'))).toHaveLength(160);
}, 60_000);

test('design §6 export: four at a time, and who goes away makes room', async () => {
  const anna = await actor('anna');
  for (const note of longNotes(40)) await add(anna, 'notes', [note]);
  const bert = await actor('bert');
  // Asks for the headers only: it takes no place.
  for (let count = 0; count < 5; count += 1)
    expect((await ask(bert.token, { method: 'HEAD' })).status).toBe(200);

  const going = new AbortController();
  onTestFinished(() => going.abort());
  const open = await Promise.all(
    Array.from({ length: 4 }, () => ask(anna.token, { signal: going.signal })),
  );
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = await ask(bert.token);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  going.abort();
  await expect
    .poll(async () => {
      const answer = await ask(bert.token);
      await answer.arrayBuffer();
      return answer.status;
    })
    .toBe(200);
}, 60_000);
