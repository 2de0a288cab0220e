import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { card, choose, newContact, storedContacts } from './support/contacts.ts';
import { holdDisk } from './support/faults.ts';
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

test('spec §2 contact dialog: a new contact with next to nothing and with every field, wide and on a phone', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('/contacts');

  await test.step('the display name follows the names; no field is required, all empty is nothing; e-mail is checked', async () => {
    const dialog = await newContact(page);
    const display = field(dialog, 'Display Name');
    await field(dialog, 'First Name').fill('Ada');
    await expect(display).toHaveValue('Ada');
    await field(dialog, 'Last Name').fill('Lovelace');
    await field(dialog, 'Middle Name').fill('King');
    await expect(display).toHaveValue('Ada King Lovelace');
    await display.fill('דוד');
    await expect(display).toHaveCSS('direction', 'rtl');
    await display.fill('The Countess');
    await expect(display).toHaveCSS('direction', 'ltr');
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
    // One that is empty is not made, whatever its category; anything at all is enough.
    await choose(page, dialog.getByRole('combobox', { name: 'Category' }), 'Work');
    await field(dialog, 'First Name').press('Enter');
    const empty = dialog.getByText('Please enter a name, or something else about this contact');
    await expect(empty).toBeVisible();
    await expect(field(dialog, 'First Name')).toBeFocused();
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveText('Work');
    await field(dialog, 'ZIP Code').fill('22201');
    await expect(empty).toHaveCount(0);
    await field(dialog, 'ZIP Code').press('Enter');
    await expect(card(page, 'Unnamed Contact')).toBeVisible();
    await expect
      .poll(() => storedContacts(alice))
      .toMatchObject([
        { first_name: null, display_full_name: null, zip_code: '22201', category: 'Work' },
      ]);
  });

  await test.step('every field, wide and on a phone', async () => {
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
    await expect
      .poll(() => storedContacts(alice))
      .toMatchObject([{ first_name: null }, created, created]);
  });
});
