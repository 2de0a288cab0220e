import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  ada,
  addContacts,
  card,
  cards,
  choose,
  names,
  newContact,
  openContact,
  storedContacts,
} from './support/contacts.ts';
import { breakDisk, holdDisk } from './support/faults.ts';
import { whenOpen } from './support/frame.ts';
import { refuseChanges } from './support/network.ts';
import { addCategories } from './support/tasks.ts';

/** Labels in their order, what is typed, the column, and the autocomplete attribute. */
const fields = [
  ['First Name', 'Grace', 'first_name', 'given-name'],
  ['Middle Name', 'Brewster', 'middle_name', 'additional-name'],
  ['Last Name', 'Hopper', 'last_name', 'family-name'],
  ['Suffix', 'PhD', 'suffix', 'honorific-suffix'],
  ['Title', 'Rear Admiral', 'title', 'organization-title'],
  ['Company', 'US Navy', 'company', 'organization'],
  ['Email Address', 'grace@example.org', 'email_address', 'email'],
  ['Mobile Phone', '555-0101', 'mobile_phone', 'mobile tel'],
  ['Phone', '555-0102', 'phone', 'home tel'],
  ['Address Line 1', '1 Harbour Road', 'address_one', 'address-line1'],
  ['Address Line 2', 'Pier 4', 'address_two', 'address-line2'],
  ['City', 'Arlington', 'city', 'address-level2'],
  ['State', 'Virginia', 'state', 'address-level1'],
  ['ZIP Code', '22201', 'zip_code', 'postal-code'],
] as const;

const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const button = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true });
const said = (page: Page, text: string) => page.getByText(text, { exact: true });

test('§2 contact dialog: creates a contact with every field, wide and on a phone', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('/contacts');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    // The form begins anew each time.
    const dialog = await newContact(page);
    await expect(field(dialog, 'First Name')).toBeFocused();
    for (const [label, text, , autocomplete] of fields) {
      await expect(field(dialog, label)).toHaveAttribute('autocomplete', autocomplete);
      await expect(field(dialog, label)).toHaveValue('');
      await field(dialog, label).fill(text);
    }
    await expect(field(dialog, 'Email Address')).toHaveAttribute('type', 'email');
    await expect(field(dialog, 'Display Name')).toHaveValue('Grace Brewster Hopper');
    await choose(page, dialog.getByRole('combobox', { name: 'Category' }), 'Work');

    const release = await holdDisk(page, alice);
    await button(dialog, 'Create Contact').click();
    await expect(button(dialog, 'Creating...')).toBeDisabled();
    await expect(button(dialog, 'Cancel')).toBeDisabled();
    await expect(dialog.getByText('Saving...')).toBeAttached();
    await release();
    await expect(said(page, 'Contact created successfully')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card(page, 'Grace Brewster Hopper').first()).toContainText('US Navy');
  }
  const created = {
    ...Object.fromEntries(fields.map(([, text, column]) => [column, text])),
    display_full_name: 'Grace Brewster Hopper',
    category: 'Work',
  };
  await expect.poll(() => storedContacts(alice)).toMatchObject([created, created]);
});

test('§2 contact dialog: the display name follows the names; nothing is required; e-mail is checked', async ({
  alice,
}) => {
  const page = await alice.open('/contacts');
  const dialog = await newContact(page);
  const display = field(dialog, 'Display Name');
  await field(dialog, 'First Name').fill('Ada');
  await expect(display).toHaveValue('Ada');
  await field(dialog, 'Last Name').fill('Lovelace');
  await field(dialog, 'Middle Name').fill('King');
  await expect(display).toHaveValue('Ada King Lovelace');
  await display.fill('The Countess');
  await field(dialog, 'First Name').fill('Augusta');
  await expect(display).toHaveValue('The Countess');
  await display.fill('');
  await field(dialog, 'First Name').fill('Ada');
  await expect(display).toHaveValue('Ada King Lovelace');

  await field(dialog, 'Email Address').fill('nobody');
  await button(dialog, 'Create Contact').click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expect(field(dialog, 'Email Address')).toBeFocused();
  await field(dialog, 'Email Address').fill('');
  await field(dialog, 'City').fill('x'.repeat(201));
  await button(dialog, 'Create Contact').click();
  await expect(dialog.getByText('At most 200 characters')).toBeVisible();
  for (const label of ['City', 'First Name', 'Middle Name', 'Last Name'])
    await field(dialog, label).fill('');
  await expect(display).toHaveValue('');
  await button(dialog, 'Create Contact').click();
  await expect(card(page, 'Unnamed Contact')).toBeVisible();
  await expect
    .poll(() => storedContacts(alice))
    .toMatchObject([
      { first_name: null, display_full_name: null, email_address: null, category: 'none' },
    ]);
});

test('§4 contact dialog: changes a contact from a tile and from a row', async ({ alice }) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
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

test('§5 contact dialog: asks before it deletes, and can be taken back', async ({ alice }) => {
  await addContacts(alice, ada);
  const [{ uid } = { uid: '' }] = await storedContacts(alice);
  const page = await alice.open('/contacts');
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

test('§8 contact dialog: a failure says so and keeps everything typed', async ({ alice }) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  await expect(cards(page)).toHaveCount(1);

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

test('§8 contact dialog: what the server refuses later is told and taken back, and the text is given back', async ({
  alice,
}) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  await expect(cards(page)).toHaveCount(1);
  const givenBack = page.getByRole('dialog', { name: 'What you had typed' });
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
