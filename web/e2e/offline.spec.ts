import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addContacts, card, newContact, storedContacts } from './support/contacts.ts';
import { signInButton, typeCredentials } from './support/frame.ts';
import {
  addFolder,
  addNote,
  button,
  editorOf,
  openRowMenu,
  startEdit,
  storedNotes,
  typeInto,
} from './support/notes.ts';
import { createLaptop, whenKept, whenRowsKept } from './support/offline.ts';
import { box, drag, quickAdd, rename, titles } from './support/task-actions.ts';
import { addCategories, addTasks, panel, row, storedTasks } from './support/tasks.ts';

test.use({ serviceWorkers: 'allow', actionTimeout: 15_000 });
test.setTimeout(120_000);

const tasks = ['Edit', 'Tick', 'First', 'Second', 'Last'];

async function moveNote(page: Page, title: string, folder: string) {
  const menu = await openRowMenu(page, 'Note', title);
  await menu.getByRole('menuitem', { name: 'Edit Note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Note' });
  await dialog.getByRole('combobox', { name: 'Folder' }).click();
  await page.getByRole('option', { name: folder, exact: true }).click();
  await button(dialog, 'Save').click();
  await expect(dialog).toBeHidden();
}

test('design §5: in airplane mode, through a reload and a closed browser, everything can be done; online it is on the other device within 2 s', async ({
  alice,
  launchOptions,
}) => {
  await addCategories(alice, 'Work');
  await addTasks(alice, ...tasks.map((title) => ({ title, category: 'Work' })));
  await addFolder(alice, 'Archive');
  await addNote(alice, 'Diary', 'Monday');
  await addContacts(alice, { first_name: 'Bea', display_full_name: 'Bea', category: 'Work' });
  const phone = await alice.open();
  await expect(box(phone, 'Last')).toBeVisible();
  const phoneNotes = await alice.openTab(phone, '/notes');
  await button(phoneNotes, 'Diary').click();
  await expect(phoneNotes.getByRole('article')).toContainText('Monday');
  const phoneContacts = await alice.openTab(phone, '/contacts');
  await expect(card(phoneContacts, 'Bea')).toBeVisible();

  await using laptop = await createLaptop(launchOptions);
  const before = await laptop.open('/login');
  await typeCredentials(before, alice.username, alice.password);
  await signInButton(before).click();
  await expect(box(before, 'Last')).toBeVisible();
  await whenKept(before);
  await whenRowsKept(before, alice.id, 'texts', 1);

  await before.context().setOffline(true);
  await before.reload();
  await expect(box(before, 'Last')).toBeVisible();
  await before.getByRole('combobox', { name: 'Category' }).click();
  await before.getByRole('option', { name: 'Work', exact: true }).click();
  await quickAdd(before, 'Added');
  await rename(before, 'Edit', 'Edited');
  await box(before, 'Tick').click();
  await expect(row(panel(before, 'Completed Today'), 'Tick')).toBeVisible();
  await drag(before, 'Last', -2);
  await drag(before, 'Added', -1);
  const order = await titles(before);

  await before.getByRole('button', { name: 'Menu', exact: true }).click();
  await before.getByRole('menuitem', { name: 'Notes' }).click();
  await button(before, 'Diary').click();
  await expect(before.getByRole('article')).toContainText('Monday');
  await startEdit(before);
  await expect(editorOf(before)).toBeVisible();
  await typeInto(before, 'Sunday, ');
  await button(before, 'Save').click();
  await expect(before.getByRole('article')).toContainText('Sunday, Monday');
  await moveNote(before, 'Diary', 'Archive');

  await before.goto('/contacts');
  const dialog = await newContact(before);
  await dialog.getByLabel('First Name', { exact: true }).fill('Cleo');
  await button(dialog.page(), 'Create Contact').click();
  await expect(card(before, 'Cleo')).toBeVisible();
  await card(before, 'Bea').getByRole('button').click();
  await button(before, 'Delete').click();
  await before.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card(before, 'Bea')).toBeHidden();
  await laptop.close();

  const page = await laptop.open('/', { offline: true });
  await expect(box(page, 'Edited')).toBeVisible();
  expect(await titles(page)).toEqual(order);
  await expect(page.getByText(/^Offline, \d+ changes waiting$/)).toBeVisible();
  await page.goto('/notes');
  await button(page, 'Diary').click();
  await expect(page.getByRole('article')).toContainText('Sunday, Monday');
  await page.goto('/contacts');
  await expect(card(page, 'Cleo')).toBeVisible();
  expect(await titles(phone)).toEqual(tasks);

  const soon = { timeout: 2000 };
  await page.context().setOffline(false);
  await Promise.all([
    expect.poll(() => titles(phone), soon).toEqual(order),
    expect(row(panel(phone, 'Completed Today'), 'Tick')).toBeVisible(soon),
    expect(phoneNotes.getByRole('article')).toContainText('Sunday, Monday', soon),
    expect(card(phoneContacts, 'Cleo')).toBeVisible(soon),
    expect(card(phoneContacts, 'Bea')).toBeHidden(soon),
  ]);
  await expect(page.getByText('waiting')).toBeHidden();
  expect(await storedTasks(alice)).toHaveLength(6);
  const [diary] = await storedNotes(alice);
  expect(diary).toMatchObject({ content: 'Sunday, Monday', folder_uid: expect.any(String) });
  expect(await storedContacts(alice)).toMatchObject([{ first_name: 'Cleo' }]);
});
