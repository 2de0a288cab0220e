import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { overflowOf } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { button } from './support/notes.ts';
import { toast } from './support/tasks.ts';
import { choose, openTransfer } from './support/transfer.ts';

const FIXTURES = join(import.meta.dirname, '../../tests/import');

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
