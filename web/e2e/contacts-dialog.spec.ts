import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  ada,
  addContacts,
  card,
  changeContact,
  names,
  newContact,
  openContact,
  storedContacts,
} from './support/contacts.ts';
import { breakDisk, holdDisk } from './support/faults.ts';
import { whenOpen } from './support/frame.ts';
import { refuseChanges } from './support/network.ts';

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });
const said = (page: Page, text: string) => page.getByText(text, { exact: true });

test('spec §5 contact dialog: deletes with a question, changes from tile and row, and fails aloud', async ({
  alice,
}) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');

  await test.step('spec §5: it asks before it deletes, and that can be taken back', async () => {
    const [{ uid } = { uid: '' }] = await storedContacts(alice);
    const dialog = await openContact(page, 'Ada Lovelace');
    await button(dialog, 'Delete').click();
    const confirm = page.getByRole('alertdialog', { name: 'Delete Contact' });
    await expect(said(page, 'Are you sure you want to delete this contact?')).toBeVisible();
    await button(confirm, 'Cancel').click();
    await expect(dialog).toBeVisible();

    await button(dialog, 'Delete').click();
    const release = await holdDisk(page, alice);
    await button(confirm, 'Delete').click();
    await expect(button(confirm, 'Deleting...')).toBeDisabled();
    await release();
    await expect(said(page, 'Contact deleted successfully')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('No contacts found')).toBeVisible();
    await expect.poll(() => storedContacts(alice)).toEqual([]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card(page, 'Ada Lovelace')).toBeVisible();
    await expect(said(page, 'Contact restored')).toBeVisible();
    await expect.poll(() => storedContacts(alice)).toMatchObject([{ ...ada, uid }]);
  });

  await test.step('spec §4: a contact is changed from a tile and from a row', async () => {
    for (const company of ['Engines United', 'Engines Divided']) {
      const dialog = await openContact(page, 'Ada Lovelace');
      for (const [label, value] of [
        ['First Name', 'Ada'],
        ['Last Name', 'Lovelace'],
        ['Title', 'Countess'],
        ['Email Address', 'ada@example.org'],
        ['Phone', '555-0100'],
      ] as const)
        await expect(field(dialog, label)).toHaveValue(value);
      await field(dialog, 'Company').fill(company);
      const release = await holdDisk(page, alice);
      await button(dialog, 'Update Contact').click();
      await expect(button(dialog, 'Updating...')).toBeDisabled();
      await expect(button(dialog, 'Delete')).toBeDisabled();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      // Behind the dialog it shows already.
      await expect(page.getByText(`Countess, ${company}`).first()).toBeAttached();
      await release();
      await expect(said(page, 'Contact updated successfully')).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(card(page, 'Ada Lovelace')).toContainText(company);
      await expect.poll(() => storedContacts(alice)).toMatchObject([{ ...ada, company }]);
      await page.getByRole('button', { name: /Switch to (list|tile) view/ }).click();
    }
  });

  await test.step('spec §8: a failure says so and keeps everything typed', async () => {
    await changeContact(alice, ada.first_name, { company: ada.company });
    await expect(card(page, 'Ada Lovelace')).toContainText(ada.company);

    const mendDisk = await breakDisk(page);
    const create = await newContact(page);
    await field(create, 'First Name').fill('Grace');
    await field(create, 'City').fill('Arlington');
    await button(create, 'Create Contact').click();
    await expect(said(page, 'Failed to create contact')).toBeVisible();
    await expect(field(create, 'First Name')).toHaveValue('Grace');
    await expect(field(create, 'City')).toHaveValue('Arlington');
    await button(create, 'Cancel').click();
    await expect(create).toHaveCount(0);
    await expect(names(page)).toHaveText(['Ada Lovelace']);

    const edit = await openContact(page, 'Ada Lovelace');
    await field(edit, 'Company').fill('Engines United');
    await button(edit, 'Update Contact').click();
    await expect(said(page, 'Failed to update contact')).toBeVisible();
    await expect(field(edit, 'Company')).toHaveValue('Engines United');

    await button(edit, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(said(page, 'Failed to delete contact')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(field(edit, 'Company')).toHaveValue('Engines United');
    await expect.poll(() => storedContacts(alice)).toMatchObject([ada]);

    await mendDisk();
    await button(edit, 'Update Contact').click();
    await expect(said(page, 'Contact updated successfully')).toBeVisible();
    await expect
      .poll(() => storedContacts(alice))
      .toMatchObject([{ ...ada, company: 'Engines United' }]);
  });

  await test.step('spec §8: what the server refuses later is told and taken back, and the text is given back', async () => {
    await changeContact(alice, ada.first_name, { company: ada.company });
    await expect(card(page, 'Ada Lovelace')).toContainText(ada.company);
    const givenBack = page.getByRole('dialog', { name: 'Recovered text' });
    const letThrough = await refuseChanges(page);
    const create = await newContact(page);
    await field(create, 'First Name').fill('Grace');
    await field(create, 'City').fill('Arlington');
    await button(create, 'Create Contact').click();
    await expect(create).toHaveCount(0);
    await expect(said(page, 'Failed to create contact')).toBeAttached();
    await expect(givenBack.getByLabel('First name')).toHaveValue('Grace');
    await expect(givenBack.getByLabel('City')).toHaveValue('Arlington');
    await button(givenBack, 'Close').last().click();
    await expect(names(page)).toHaveText(['Ada Lovelace']);

    const edit = await openContact(page, 'Ada Lovelace');
    await field(edit, 'Company').fill('Engines United');
    await button(edit, 'Update Contact').click();
    await expect(said(page, 'Failed to update contact')).toBeAttached();
    await expect(givenBack.getByRole('textbox')).toHaveCount(1);
    await expect(givenBack.getByLabel('Company')).toHaveValue('Engines United');
    await button(givenBack, 'Close').last().click();
    await expect(card(page, 'Ada Lovelace')).toContainText(ada.company);

    await openContact(page, 'Ada Lovelace');
    await button(edit, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(said(page, 'Failed to delete contact')).toBeVisible();
    await expect(names(page)).toHaveText(['Ada Lovelace']);
    await expect.poll(() => storedContacts(alice)).toMatchObject([ada]);

    await letThrough();
    await openContact(page, 'Ada Lovelace');
    await field(edit, 'Company').fill('Engines United');
    await button(edit, 'Update Contact').click();
    await expect
      .poll(() => storedContacts(alice))
      .toMatchObject([{ ...ada, company: 'Engines United' }]);
  });
});

test('design §5 contact dialog: what is typed is not lost by Escape, Back or a reload', async ({
  alice,
}) => {
  await addContacts(alice, ada);
  const page = await alice.open('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Contacts' }).click();
  const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' });

  // Untouched, it closes without a question; Back closes the dialog and not the page.
  const dialog = await openContact(page, 'Ada Lovelace');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await openContact(page, 'Ada Lovelace');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL('/contacts');

  await openContact(page, 'Ada Lovelace');
  await field(dialog, 'City').fill('London');
  const waysOut = [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 300),
  ];
  for (const leave of waysOut) {
    await leave();
    await expect(unsaved).toContainText('This contact has changes that are not saved yet.');
    await button(unsaved, 'Keep editing').click();
    await expect(unsaved).toHaveCount(0);
    await expect(field(await whenOpen(dialog), 'City')).toHaveValue('London');
  }
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => {
    setTimeout(() => location.reload());
  });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(field(dialog, 'City')).toHaveValue('London');

  await page.keyboard.press('Escape');
  await button(unsaved, 'Discard').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => storedContacts(alice)).toMatchObject([{ city: null }]);

  await openContact(page, 'Ada Lovelace');
  await expect(field(dialog, 'City')).toHaveValue('');
  await field(dialog, 'City').fill('Paris');
  await page.goBack();
  await button(unsaved, 'Save').click();
  await expect(said(page, 'Contact updated successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => storedContacts(alice)).toMatchObject([{ city: 'Paris' }]);
  // Cancel is the word for giving up what was typed.
  await openContact(page, 'Ada Lovelace');
  await field(dialog, 'City').fill('Rome');
  await button(dialog, 'Cancel').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
});
