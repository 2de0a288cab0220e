import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { findViolations } from './support/axe.ts';
import { addContacts, ada } from './support/contacts.ts';
import { addFolder, addNote } from './support/notes.ts';
import { addCategories, addTasks, openOn, panel, row, storedTasks } from './support/tasks.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search everything' });
const results = (page: Page) => palette(page).getByRole('option');
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });

test('decision 58: one field over everything, by keyboard, without a network, and on a phone', async ({
  alice,
}) => {
  const day = '2026-03-04';
  await addTasks(
    alice,
    { title: 'Déntist', due_date: '2026-03-09', description: 'Root canal' },
    { title: 'Pay rent', due_date: '2026-03-02' },
  );
  await addCategories(alice, 'work');
  await addContacts(alice, ada);
  const folder = await addFolder(alice, 'Recipes');
  await addNote(alice, 'Rentals of 2025', '', folder.uid);
  const dentist = (await storedTasks(alice)).find(({ title }) => title === 'Déntist');
  const page = await openOn(alice, day);
  const button = page.getByRole('button', { name: 'Search everything' });
  const quickAdd = page.getByPlaceholder('New task description...');

  await test.step('the button and the key open it, also where somebody types; Escape gives the focus back', async () => {
    await button.click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(button).toBeFocused();
    await quickAdd.fill('Half a task');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(field(page)).toBeFocused();
    await expect(results(page).first()).toContainText('Rentals of 2025');
    await page.keyboard.press('Escape');
    await expect(quickAdd).toBeFocused();
    await expect(quickAdd).toHaveValue('Half a task');
    await quickAdd.fill('');
  });

  await test.step('what is found is told, marked and ranked', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('rent');
    await expect(results(page)).toHaveText([
      /^Rentals of 2025Recipes, Note$/,
      /^Pay rentMar 2, Task$/,
      /^Create task “rent”$/,
    ]);
    await expect(palette(page).getByRole('status')).toHaveText('2 results');
    await expect(results(page).locator('b')).toHaveText(['Rent', 'rent', 'rent']);
    await expect(field(page)).toHaveAttribute(
      'aria-activedescendant',
      (await chosen(page).getAttribute('id')) ?? 'none',
    );
    expect(await findViolations(page, '[role=dialog]')).toEqual([]);
    await field(page).fill('detnist');
    await expect(chosen(page)).toHaveText(/^Déntist/);
    await field(page).fill('canal root');
    await expect(chosen(page)).toHaveText(/^Déntist/);
    await field(page).fill('lovelace');
    await expect(chosen(page)).toHaveText(/Lovelace/);
    await field(page).fill('no such thing anywhere');
    await expect(palette(page).getByText('Nothing found.')).toBeVisible();
  });

  await test.step('a task in words, and what can be done', async () => {
    await field(page).fill('Call Ines tomorrow #work');
    await expect(chosen(page)).toHaveText(/^Create task “Call Ines”Due Tomorrow, Work$/);
    await page.keyboard.press('Enter');
    await expect(row(panel(page, 'Due Tomorrow'), 'Call Ines')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('overdue');
    await page.keyboard.press('Enter');
    await expect(row(panel(page, 'Due Today'), 'Pay rent')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass(/dark/);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('all keys');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('folders, categories and screens', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('recip');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/notes');
    await expect(page.getByText('Showing Recipes.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('work');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('combobox', { name: 'Category' })).toHaveText('work');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('recently');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/settings?tab=deleted');
  });

  await test.step('without a network Enter opens a task by its address, and Back goes back', async () => {
    await page.context().setOffline(true);
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('dentist');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/?task=${dentist?.uid}`);
    await expect(palette(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/settings?tab=deleted');
    await page.context().setOffline(false);
  });

  await test.step('on a phone by touch; Back closes it', async () => {
    const phone = await openOn(alice, day, 'UTC', {
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    const tab = phone.getByRole('button', { name: 'Search', exact: true });
    await phone.getByRole('link', { name: 'Contacts' }).tap();
    await expect(phone).toHaveURL('/contacts');
    await tab.tap();
    await expect(field(phone)).toBeFocused();
    await phone.goBack();
    await expect(palette(phone)).toBeHidden();
    await expect(phone).toHaveURL('/contacts');
    await tab.tap();
    await field(phone).fill('dentist');
    await results(phone).first().tap();
    await expect(phone.getByRole('dialog', { name: 'Edit Task' })).toBeVisible();
    await expect(phone).toHaveURL(`/?task=${dentist?.uid}`);
  });
});

test('decision 54: what only the server has is found, marked, and opened', async ({ alice }) => {
  await addNote(alice, 'Soup', 'Two leeks\nand a pinch of **saffron** at the end');
  const { error } = await alice.client.from('tasks').insert({
    title: 'Ancient archive',
    completed: true,
    completed_at: '2020-01-02T03:04:05Z',
  });
  expect(error).toBeNull();
  const page = await openOn(alice, '2026-03-04');
  const found = (name: string) => results(page).filter({ hasText: name });

  await page.getByRole('button', { name: 'Search everything' }).click();
  await field(page).fill('saffro');
  await expect(found('Soup')).toContainText('saffron');
  await expect(found('Soup').getByLabel('from the server')).toBeVisible();
  // What stands above it has not moved: Enter still makes the task.
  await expect(chosen(page)).toHaveText('Create task “saffro”');
  expect(await findViolations(page)).toEqual([]);

  await field(page).fill('ancient');
  await expect(found('Ancient archive')).toBeVisible();
  await found('Ancient archive').click();
  await expect(page).toHaveURL(/\?task=/u);
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Ancient archive');
});
