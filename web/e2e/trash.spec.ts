import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoFindings } from './support/axe.ts';
import { button, openNotes, storedNotes } from './support/notes.ts';
import { addTasks, storedTasks, toast } from './support/tasks.ts';
import { deleteRows, entries, entry, fillTrash, isThere, openTrash } from './support/trash.ts';

const EMPTY = 'Nothing was deleted in the last 30 days';
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Delete for Good' });

test('design §3 trash: restored one by one and all at once, each to its place, with Undo; deleted for good all at once', async ({
  alice,
}) => {
  const there = await fillTrash(alice);
  const page = await openTrash(alice);
  const other = await openNotes(alice);

  await test.step('tasks, contacts, notes and folders with their contents, restored one by one', async () => {
    await expect(entries(page)).toHaveCount(4);
    await expect(entries(page).nth(0)).toContainText('Travel');
    await expect(entry(page, 'Travel')).toContainText('Folder with 1 folder and 2 notes');
    await expect(entry(page, 'Loose')).toContainText('Note');
    await expect(entry(page, 'Ada Lovelace')).toContainText('Contact');
    await expect(entries(page).nth(3)).toContainText('Buy milk');
    await expect(entry(page, 'Buy milk')).toContainText('30 days left');

    await expect(other.getByText('No notes')).toBeVisible();
    await button(page, 'Restore Travel').click();
    await expect(toast(page, 'Success', 'Folder restored')).toBeVisible();
    await expect(entries(page)).toHaveCount(3);
    await expect(button(other, 'Travel')).toBeVisible();
    await button(other, 'Packing').click();
    await expect(other.getByText('passport')).toBeVisible();
    for (const { uid } of [there.inFolder, there.inBelow]) {
      expect(await isThere(alice, 'notes', uid)).toBe(true);
    }

    for (const [name, said, table] of [
      ['Buy milk', 'Task restored', 'tasks'],
      ['Ada Lovelace', 'Contact restored', 'contacts'],
      ['Loose', 'Note restored', 'notes'],
    ] as const) {
      await button(page, `Restore ${name}`).click();
      await expect(toast(page, 'Success', said)).toBeVisible();
      const uid = { tasks: there.task, contacts: there.contact, notes: there.note }[table];
      await expect.poll(() => isThere(alice, table, uid)).toBe(true);
    }
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Recently deleted' })).toBeFocused();
    expect(await storedTasks(alice)).toMatchObject([{ uid: there.task, title: 'Buy milk' }]);
  });

  await test.step('restored all at once, with Undo; deleted for good all at once', async () => {
    await deleteRows(alice, 'tasks', there.task);
    await deleteRows(alice, 'contacts', there.contact);
    await deleteRows(alice, 'notes', there.note);
    await deleteRows(alice, 'folders', there.folder);
    await expect(entries(page)).toHaveCount(4);
    await other.goto('/settings?tab=deleted');
    await expect(entries(other)).toHaveCount(4);
    await button(page, 'Restore all').click();
    const said = toast(page, 'Success', '4 items restored');
    await expect(said).toBeVisible();
    for (const device of [page, other]) await expect(device.getByText(EMPTY)).toBeVisible();
    await expect.poll(async () => (await storedNotes(alice)).length).toBe(3);
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Success', '4 items deleted again')).toBeVisible();
    for (const device of [page, other]) {
      await expect(entries(device)).toHaveCount(4);
      await expect(entry(device, 'Travel')).toContainText('Folder with 1 folder and 2 notes');
    }

    await button(page, 'Delete all').click();
    await expect(question(page)).toContainText(
      'Are you sure you want to delete all 4 items for good? This action cannot be undone.',
    );
    await button(question(page), 'Cancel').click();
    await expect(entries(page)).toHaveCount(4);
    await expect(button(page, 'Delete all')).toBeFocused();
    await button(page, 'Delete all').click();
    await button(question(page), 'Delete').click();
    await expect(toast(page, 'Success', '4 items deleted for good')).toBeVisible();
    for (const device of [page, other]) await expect(device.getByText(EMPTY)).toBeVisible();
    await expect
      .poll(async () => {
        const { data } = await alice.client
          .from('notes')
          .select('uid, title, content')
          .throwOnError();
        return data.every(({ title, content }) => title === '-' && content === null);
      })
      .toBe(true);
    await page.reload();
    await expect(page.getByText(EMPTY)).toBeVisible();
    expect(await isThere(alice, 'tasks', there.task)).toBe(false);
  });
});

test('design §3 trash: with the keyboard; the days that are left', async ({ alice }) => {
  await addTasks(alice, { title: 'First' }, { title: 'Second' }, { title: 'Third' });
  const page = await alice.open('/settings');

  await test.step('the focus stays where the work is', async () => {
    const uids = (await storedTasks(alice)).map(({ uid }) => uid);
    for (const uid of uids.toReversed()) await deleteRows(alice, 'tasks', uid);
    await expect(page.getByRole('tab', { name: 'Categories' })).toBeVisible();
    await page.getByRole('tab', { name: 'Categories' }).focus();
    await page.keyboard.press('End');
    await expect(page.getByRole('tab', { name: 'Recently deleted' })).toBeFocused();
    await expect(entries(page)).toHaveCount(3);
    const names = ['Restore all', 'Delete all', 'Restore First', 'Delete First for good'];
    // The panel itself takes the focus first.
    await page.keyboard.press('Tab');
    for (const name of names) {
      await page.keyboard.press('Tab');
      await expect(button(page, name)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(question(page)).toContainText(
      'Are you sure you want to delete "First" for good? This action cannot be undone.',
    );
    await page.keyboard.press('Escape');
    await expect(button(page, 'Delete First for good')).toBeFocused();
    await page.keyboard.press('Enter');
    await button(question(page), 'Delete').press('Enter');
    await expect(toast(page, 'Success', 'Task deleted for good')).toBeVisible();
    await expect(button(page, 'Delete Second for good')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(entry(page, 'Second')).toBeHidden();
    await expect(button(page, 'Restore Third')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect
      .poll(async () => (await storedTasks(alice)).map(({ title }) => title))
      .toEqual(['Second', 'Third']);
  });

  await test.step('the days that are left, by the device’s clock', async () => {
    await deleteRows(alice, 'tasks', String((await storedTasks(alice))[0]?.uid));
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    for (const [days, text] of [
      [0, '30 days left'],
      [3.5, '27 days left'],
      [29.5, '1 day left'],
    ] as const) {
      await page.clock.setFixedTime(inDays(days));
      await page.goto('/settings?tab=deleted');
      await expect(entry(page, 'Second')).toContainText(text);
    }
    await page.clock.setFixedTime(inDays(31));
    await page.reload();
    await expect(page.getByText(EMPTY)).toBeVisible();
  });
});

test('design §5 trash: thousands of entries are drawn as they are scrolled to', async ({
  alice,
}) => {
  const many = Array.from({ length: 3000 }, (_, n) => ({ title: `Task ${n}` }));
  await addTasks(alice, ...many);
  await alice.client
    .from('tasks')
    .update({ deleted_at: new Date().toISOString() })
    .like('title', 'Task %')
    .throwOnError();
  const page = await openTrash(alice, { viewport: { width: 1024, height: 700 } });
  await expect(entries(page).first()).toHaveAttribute('aria-setsize', '3000');
  expect(await entries(page).count()).toBeLessThan(50);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const last = page.locator('[aria-posinset="3000"]');
  await expect(last).toBeInViewport();
  expect(await entries(page).count()).toBeLessThan(60);
  await last.getByRole('button', { name: /^Restore/ }).click();
  await expect(entries(page).first()).toHaveAttribute('aria-setsize', '2999');
  await expect(page.locator('[aria-posinset="2999"]')).toBeInViewport();
});

test('design §8 trash: axe finds nothing, and fingers find everything', async ({ alice }) => {
  await fillTrash(alice);
  await addTasks(alice, { title: `A ${'very '.repeat(60)}long title` });
  const [long] = await storedTasks(alice);
  await deleteRows(alice, 'tasks', String(long?.uid));
  const page = await openTrash(alice, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  await expect(entries(page)).toHaveCount(5);
  // The tabs are wider than the screen.
  await expect(page.getByRole('tab', { name: 'Recently deleted' })).toBeInViewport({ ratio: 0.95 });
  await expect(entry(page, 'Travel')).toContainText('30 days left · 3 items');
  await expectNoFindings(page, 'trash on a phone');
  for (const control of await entries(page).getByRole('button').all()) {
    const box = await control.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(entries(page)).toHaveCount(5);
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoFindings(page, 'trash');
  await button(page, 'Delete Travel for good').click();
  await expect(question(page)).toContainText('delete "Travel" and all its contents for good?');
  await expectNoFindings(page, 'question', { within: '[role=alertdialog]' });
  await button(question(page), 'Delete').click();
  await expect(entries(page)).toHaveCount(4);
});
