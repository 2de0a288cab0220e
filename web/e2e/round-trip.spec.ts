import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { button } from './support/notes.ts';
import { choose, openTransfer } from './support/transfer.ts';

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
