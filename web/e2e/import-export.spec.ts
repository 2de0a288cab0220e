import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test, type Actor } from './fixtures.ts';
import { overflowOf } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { button } from './support/notes.ts';
import { toast } from './support/tasks.ts';

const FIXTURES = join(import.meta.dirname, '../../tests/import');

async function openTransfer(actor: Actor, options = {}): Promise<Page> {
  const page = await actor.open('/settings?tab=transfer', options);
  await expect(button(page, 'Choose files…')).toBeEnabled();
  return page;
}

type Chosen = string | { name: string; mimeType: string; buffer: Buffer };

const choose = (page: Page, ...files: Chosen[]) =>
  page.getByLabel('Files to import').setInputFiles(files as string[]);
const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const card = (fields: Record<string, string>) =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}:${value}\r\n`)
    .join('')}END:VCARD\r\n`;

const rows = (page: Page) =>
  page.getByRole('list', { name: 'What was read' }).getByRole('listitem');
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });

async function stored(actor: Actor, table: string): Promise<Record<string, unknown>[]> {
  const { data, error } = await actor.client
    .from(table)
    .select()
    .is('deleted_at', null)
    .order('id');
  if (error) throw error;
  return data;
}

async function exported(page: Page, what?: string): Promise<Buffer> {
  if (what !== undefined) {
    await page.getByLabel('What').click();
    await page.getByRole('option', { name: what }).click();
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export').click(),
  ]);
  return readFile(await download.path());
}

type Exported = Record<string, Record<string, unknown>[]>;

/** What an export holds, but for what is another one's: uids, and when it was written. */
function contentOf(zip: Buffer): Exported {
  const file = unzipSync(zip)['almanac.json'];
  if (!file) throw new Error('There is no almanac.json in it.');
  const root = JSON.parse(new TextDecoder().decode(file)) as Exported;
  const names = new Map(
    [...(root['folders'] ?? []), ...(root['notes'] ?? [])].map(({ uid, name, title }) => [
      uid,
      name ?? title,
    ]),
  );
  const named = (value: unknown) => names.get(value) ?? value;
  return Object.fromEntries(
    ['categories', 'tasks', 'contacts', 'folders', 'notes'].map((table) => [
      table,
      (root[table] ?? [])
        .map(({ uid: _uid, ...fields }) =>
          Object.fromEntries(
            Object.entries(fields).map(([column, value]) => [
              column,
              column.endsWith('_uid') ? named(value) : value,
            ]),
          ),
        )
        .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  );
}

test('design §7 import: seen before it is sent, added at once, undone as a whole', async ({
  alice,
}) => {
  const page = await openTransfer(alice);
  const other = await alice.open('/');

  await test.step('what was read stands row by row, and nothing is sent', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await choose(page, join(FIXTURES, 'todoist.csv'));
    await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeFocused();
    await expect(rows(page).first()).toBeVisible();
    expect(requests.filter((url) => url.includes('/rest/v1/rpc/'))).toEqual([]);
    await expectNoFindings(page, 'preview');
  });

  const total = await rows(page).count();
  const titles = await rows(page)
    .getByRole('checkbox')
    .evaluateAll((boxes) =>
      boxes.map((box) => box.getAttribute('aria-label')?.replace(/^Import /u, '') ?? ''),
    );
  expect(titles.length).toBeGreaterThan(2);
  expect(total).toBeGreaterThanOrEqual(titles.length);

  await test.step('what is left out stays out; the rest is on every device', async () => {
    const [first = ''] = titles;
    await page.getByRole('checkbox', { name: `Import ${first}`, exact: true }).uncheck();
    await button(page, `Import ${titles.length - 1} entries`).click();
    await expect(page.getByText(/^Imported: /u)).toBeVisible();
    await expect
      .poll(
        async () => (await stored(alice, 'tasks')).length + (await stored(alice, 'notes')).length,
      )
      .toBe(titles.length - 1);
    await expect(button(other, 'Arzt anrufen')).toBeVisible();
  });

  await test.step('the same file again: what is there is not wanted twice', async () => {
    await button(page, 'Import something else').click();
    await choose(page, join(FIXTURES, 'todoist.csv'));
    await expect(page.getByText('You have it', { exact: true }).first()).toBeVisible();
    await expect(button(page, 'Import 1 entry')).toBeEnabled();
    await button(page, 'Cancel').click();
  });

  await test.step('undone, from the list of imports, but for what was changed', async () => {
    const [changed] = await stored(alice, 'tasks');
    const { error } = await alice.client
      .from('tasks')
      .update({ title: 'Changed since' })
      .eq('uid', changed?.['uid']);
    expect(error).toBeNull();
    await button(page, 'Undo import of todoist.csv').click();
    const question = page.getByRole('alertdialog', { name: 'Undo Import' });
    await button(question, 'Undo Import').click();
    await expect(
      toast(page, 'Import Undone', '1 removed, 2 kept, which were changed since or are in use'),
    ).toBeVisible();
    expect(await stored(alice, 'tasks')).toMatchObject([{ title: 'Changed since' }]);
    await expect(page.getByText(/^Undone: /u)).toBeVisible();
  });
});

test('design §7 import: contacts that are the same person are joined field by field', async ({
  alice,
}) => {
  const there = [
    { first_name: 'Ada', last_name: 'Lovelace', company: 'Engines', city: 'London' },
    { first_name: 'Grace', last_name: 'Hopper', email_address: 'grace@example.org' },
    { first_name: 'Alan', last_name: 'Turing', email_address: 'alan@example.org' },
  ];
  expect((await alice.client.from('contacts').insert(there)).error).toBeNull();
  const page = await openTransfer(alice);
  await choose(
    page,
    text(
      'people.vcf',
      card({ N: 'Lovelace;Ada;;;', FN: 'Ada Lovelace', ORG: 'Analytical', TITLE: 'Countess' }) +
        card({ N: 'Hopper;Grace;;;', FN: 'Grace Hopper', 'TEL;TYPE=CELL': '+1 555 123 4567' }) +
        card({ N: 'Turing;Alan;;;', FN: 'Alan Turing', EMAIL: 'alan@example.org' }) +
        card({ N: 'Noether;Emmy;;;', FN: 'Emmy Noether' }),
    ),
  );
  await expect(page.getByText('2 contacts look like ones that you have.')).toBeVisible();
  await expect(row(page, 'Alan Turing')).toContainText('You have it');

  await button(page, 'Join where nothing differs').click();
  await expect(row(page, 'Grace Hopper')).toContainText('Joined');
  await expect(row(page, 'Ada Lovelace')).not.toContainText('Joined');

  await button(page, 'Join Ada Lovelace').click();
  const dialog = page.getByRole('dialog', { name: 'Join Contacts' });
  await expectNoFindings(page, 'join', { within: '[role=dialog]' });
  const company = dialog.getByRole('group', { name: 'Company' });
  await expect(company.getByRole('radio', { name: 'Yours Engines' })).toBeChecked();
  await company.getByRole('radio', { name: 'From the file Analytical' }).check();
  await button(dialog, 'Join').click();
  await expect(row(page, 'Ada Lovelace')).toContainText('Joined');

  await button(page, 'Import 1 entry').click();
  await expect(page.getByText('Imported: 1 contact.')).toBeVisible();
  await expect.poll(async () => (await stored(alice, 'contacts')).length).toBe(4);
  const people = await stored(alice, 'contacts');
  expect(people).toMatchObject([
    { first_name: 'Ada', company: 'Analytical', title: 'Countess', city: 'London' },
    { first_name: 'Grace', email_address: 'grace@example.org', mobile_phone: '+1 555 123 4567' },
    { first_name: 'Alan', email_address: 'alan@example.org' },
    { first_name: 'Emmy' },
  ]);
  await button(page, 'Undo import').first().click();
  await expect(page.getByText('The import is undone: 1 removed.')).toBeVisible();
  expect(await stored(alice, 'contacts')).toMatchObject(people.slice(0, 3));
});

test('design §7 round trip: what one account exports, another imports and exports the same', async ({
  alice,
  bob,
}) => {
  const owner = alice.client;
  const long = '2024-03-04T05:06:07.000Z';
  const [above, below] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [table, given] of [
    ['categories', [{ name: 'Garden', color: 'teal' }, { name: 'Unused' }]],
    [
      'tasks',
      [
        { title: 'Zwiebeln 🧅', category: 'Garden', priority: 'high', description: 'a\nb' },
        { title: 'Rent', due_date: '2026-01-31', repeat_type: 'monthly' },
        { title: 'Long ago', completed: true, completed_at: long, created_at: long },
      ],
    ],
    ['contacts', [{ first_name: 'Ada', city: 'Москва', category: 'Garden' }, { company: '=1+1' }]],
    [
      'folders',
      [
        { uid: above, name: 'Recipes', category: 'Garden' },
        { uid: below, name: 'Soup', parent_uid: above },
      ],
    ],
    [
      'notes',
      [
        { title: 'Leek', content: '# Leek\n**bold**\n- [ ] one', folder_uid: below, pinned: true },
        { title: 'Empty', content: null },
      ],
    ],
  ] as const) {
    expect((await owner.from(table).insert([...given])).error).toBeNull();
  }
  const page = await openTransfer(alice);
  const first = await exported(page);
  expect(Object.keys(unzipSync(first)).toSorted()).toEqual([
    'README.txt',
    'almanac.json',
    'contacts.vcf',
    'notes/Empty.md',
    'notes/Recipes/Soup/Leek.md',
    'tasks.ics',
  ]);
  const content = contentOf(first);
  expect(content['tasks']?.map(({ title }) => title)).toContain('Long ago');

  await test.step('read by another account', async () => {
    const theirs = await openTransfer(bob);
    await choose(theirs, {
      name: 'almanac.zip',
      mimeType: 'application/zip',
      buffer: first,
    });
    await button(theirs, 'Import 7 entries').click();
    await expect(
      theirs.getByText('Imported: 3 tasks, 2 contacts, 2 notes, 2 folders and 2 categories.'),
    ).toBeVisible();
    // What is exported is what the device has.
    await expect.poll(async () => contentOf(await exported(theirs))).toEqual(content);
  });

  await test.step('a part: by category and by words, each alone', async () => {
    await page.getByLabel('Category', { exact: true }).click();
    await page.getByRole('option', { name: 'Garden' }).click();
    const garden = contentOf(await exported(page));
    expect(garden['tasks']?.map(({ title }) => title)).toEqual(['Zwiebeln 🧅']);
    expect(garden['notes']).toEqual([]);
    await page.getByLabel('Category', { exact: true }).click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    await page.getByLabel('Words').fill('leek BOLD');
    const notes = unzipSync(await exported(page, 'Notes'));
    expect(Object.keys(notes)).toEqual(['Recipes/Soup/Leek.md']);
    await page.getByLabel('Words').fill('');
    expect((await exported(page, 'Contacts')).toString()).toContain('Москва');
    expect((await exported(page, 'Tasks')).toString()).toContain('RRULE:FREQ=MONTHLY');
  });
});

test('design §7 import: what cannot be read or sent is said, and can be tried again', async ({
  alice,
}) => {
  const page = await openTransfer(alice, { viewport: { width: 390, height: 844 } });
  await choose(page, text('photo.bin', '\0\x01\x02'));
  await expect(page.getByText('Almanac does not know this kind of file.')).toBeVisible();
  await button(page, 'Choose something else').click();

  await choose(page, text('list.ics', 'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Cut off'));
  await expect(page.getByText('This task has no end: the file is cut off.')).toBeVisible();
  await button(page, 'Choose something else').click();
  await choose(page, join(FIXTURES, 'todo.ics'));
  await expect(rows(page).first()).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectNoFindings(page, 'preview');
  await button(page, 'Cancel').click();

  await choose(page, text('people.vcf', card({ FN: 'Emmy Noether', N: 'Noether;Emmy;;;' })));
  await page.route('**/rest/v1/rpc/commit_import', (route) => route.abort());
  await button(page, 'Import 1 entry').click();
  await expect(page.getByRole('alert')).toContainText('No connection to the server');
  await page.unroute('**/rest/v1/rpc/commit_import');
  await button(page, 'Import 1 entry').click();
  await expect(page.getByText('Imported: 1 contact.')).toBeVisible();
  expect(await stored(alice, 'contacts')).toHaveLength(1);
});
