import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  ada,
  addContacts,
  card,
  cards,
  choose,
  failContacts,
  holdContacts,
  names,
  newContact,
  openContact,
  storedContacts,
} from './support/contacts.ts';
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

for (const width of [1440, 360]) {
  test(`§2 contact dialog: creates a contact with every field, ${width} px`, async ({ alice }) => {
    await addCategories(alice, 'Work');
    const page = await alice.open('/contacts', { viewport: { width, height: 800 } });
    const dialog = await newContact(page);
    await expect(field(dialog, 'First Name')).toBeFocused();
    for (const [label, text, , autocomplete] of fields) {
      await expect(field(dialog, label)).toHaveAttribute('autocomplete', autocomplete);
      await field(dialog, label).fill(text);
    }
    await expect(field(dialog, 'Email Address')).toHaveAttribute('type', 'email');
    await expect(field(dialog, 'Display Name')).toHaveValue('Grace Brewster Hopper');
    await choose(page, dialog.getByRole('combobox', { name: 'Category' }), 'Work');

    const release = await holdContacts(page, 'POST');
    await dialog.getByRole('button', { name: 'Create Contact' }).click();
    const busy = dialog.getByRole('button', { name: 'Creating...' });
    await expect(busy).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await expect(dialog.getByText('Saving...')).toBeAttached();
    release();
    await expect(page.getByText('Contact created successfully', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card(page, 'Grace Brewster Hopper')).toContainText('US Navy');

    const [stored] = await storedContacts(alice);
    expect(stored).toMatchObject({
      ...Object.fromEntries(fields.map(([, text, column]) => [column, text])),
      display_full_name: 'Grace Brewster Hopper',
      category: 'Work',
    });
    // The form begins anew.
    await expect(field(await newContact(page), 'First Name')).toHaveValue('');
  });
}

test('§5 contact dialog: nothing is required, an e-mail address must look like one', async ({
  alice,
}) => {
  const page = await alice.open('/contacts');
  const dialog = await newContact(page);
  await field(dialog, 'Email Address').fill('nobody');
  await dialog.getByRole('button', { name: 'Create Contact' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expect(field(dialog, 'Email Address')).toBeFocused();
  await field(dialog, 'Email Address').fill('');
  await field(dialog, 'City').fill('x'.repeat(201));
  await dialog.getByRole('button', { name: 'Create Contact' }).click();
  await expect(dialog.getByText('At most 200 characters')).toBeVisible();
  await field(dialog, 'City').fill('');
  await dialog.getByRole('button', { name: 'Create Contact' }).click();
  await expect(card(page, 'Unnamed Contact')).toBeVisible();
  expect(await storedContacts(alice)).toMatchObject([
    { first_name: null, display_full_name: null, email_address: null, category: 'none' },
  ]);
});

test('§2 contact dialog: the display name follows the names until the user writes their own', async ({
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
});

for (const view of ['tile', 'list'] as const) {
  test(`§4 contact dialog: changes a contact from a ${view}`, async ({ alice }) => {
    await addContacts(alice, ada);
    const page = await alice.open('/contacts');
    if (view === 'list') await page.getByRole('button', { name: 'Switch to list view' }).click();
    const dialog = await openContact(page, 'Ada Lovelace');
    for (const [label, value] of [
      ['First Name', 'Ada'],
      ['Last Name', 'Lovelace'],
      ['Title', 'Countess'],
      ['Email Address', 'ada@example.org'],
      ['Phone', '555-0100'],
    ] as const)
      await expect(field(dialog, label)).toHaveValue(value);
    await field(dialog, 'Company').fill('Engines United');
    const release = await holdContacts(page, 'PATCH');
    await dialog.getByRole('button', { name: 'Update Contact' }).click();
    await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    // Behind the dialog it shows already.
    await expect(page.getByText('Countess, Engines United').first()).toBeAttached();
    release();
    await expect(page.getByText('Contact updated successfully', { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(card(page, 'Ada Lovelace')).toContainText('Engines United');
    expect(await storedContacts(alice)).toMatchObject([{ ...ada, company: 'Engines United' }]);
  });
}

test('§5 contact dialog: asks before it deletes, and can be taken back', async ({ alice }) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  const dialog = await openContact(page, 'Ada Lovelace');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete Contact' });
  await expect(confirm).toContainText('Are you sure you want to delete this contact?');
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: 'Delete' }).click();
  const release = await holdContacts(page, 'DELETE');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(confirm.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
  release();
  await expect(page.getByText('Contact deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('No contacts found')).toBeVisible();
  expect(await storedContacts(alice)).toEqual([]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'Ada Lovelace')).toBeVisible();
  expect(await storedContacts(alice)).toMatchObject([ada]);
});

test('§8 contact dialog: a failure says so and keeps everything typed', async ({ alice }) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  await expect(cards(page)).toHaveCount(1);

  await failContacts(page, 'POST');
  const create = await newContact(page);
  await field(create, 'First Name').fill('Grace');
  await field(create, 'City').fill('Arlington');
  await create.getByRole('button', { name: 'Create Contact' }).click();
  await expect(page.getByText('Failed to create contact', { exact: true })).toBeVisible();
  await expect(field(create, 'First Name')).toHaveValue('Grace');
  await expect(field(create, 'City')).toHaveValue('Arlington');
  await create.getByRole('button', { name: 'Cancel' }).click();
  await expect(names(page)).toHaveText(['Ada Lovelace']);

  await failContacts(page, 'PATCH');
  await failContacts(page, 'DELETE');
  const edit = await openContact(page, 'Ada Lovelace');
  await field(edit, 'Company').fill('Engines United');
  await edit.getByRole('button', { name: 'Update Contact' }).click();
  await expect(page.getByText('Failed to update contact', { exact: true })).toBeVisible();
  await expect(field(edit, 'Company')).toHaveValue('Engines United');

  await edit.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete contact', { exact: true })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(field(edit, 'Company')).toHaveValue('Engines United');

  await page.unrouteAll();
  await edit.getByRole('button', { name: 'Update Contact' }).click();
  await expect(page.getByText('Contact updated successfully', { exact: true })).toBeVisible();
  expect(await storedContacts(alice)).toMatchObject([{ ...ada, company: 'Engines United' }]);
});
