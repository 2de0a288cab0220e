import { expect, test } from './fixtures.ts';
import { expectNoFindings } from './support/axe.ts';
import { ada, addContacts, cards, names, newContact, openContact } from './support/contacts.ts';
import { setProfile } from './support/frame.ts';
import { addCategories } from './support/tasks.ts';

const household = [
  ada,
  { first_name: 'Bob', company: 'Example Ltd', category: 'Personal', phone: '555-0101' },
  { first_name: 'Cid', category: 'Projects', email_address: 'cid@example.org' },
  {},
];

test('design §8: axe finds nothing in contacts, in both themes', async ({ alice }) => {
  await addCategories(alice, 'Work', 'Personal');
  await addContacts(alice, ...household);
  await setProfile(alice, { contact_view_mode: 'list' });
  const page = await alice.open('/contacts', { reducedMotion: 'reduce' });
  const resize = (width: number) => page.setViewportSize({ width, height: 900 });
  await resize(1440);
  await expect(cards(page)).toHaveCount(4);
  await expectNoFindings(page, 'rows');
  await resize(360);
  await expectNoFindings(page, 'rows on a phone');
  await page.getByRole('button', { name: 'Switch to tile view' }).click();
  await expect(page.getByRole('button', { name: 'Switch to list view' })).toBeVisible();
  // Away from the button, whose tooltip belongs to no landmark.
  await page.mouse.move(0, 890);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectNoFindings(page, 'tiles on a phone');

  const dialog = await openContact(page, 'Ada Lovelace');
  await dialog.getByLabel('Email Address').fill('nobody');
  await dialog.getByRole('button', { name: 'Update Contact' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expectNoFindings(page, 'dialog on a phone', { within: '[role=dialog]' });
  await resize(1440);
  await expectNoFindings(page, 'dialog', { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNoFindings(page, 'deleting', { within: '[role=alertdialog]' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(unsaved).toBeVisible();
  await expectNoFindings(page, 'unsaved changes', { within: '[role=dialog]' });
  await unsaved.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNoFindings(page, 'tiles');
  await page.getByPlaceholder('Search contacts...').fill('zzz');
  await expect(page.getByText('No contacts found')).toBeVisible();
  await expectNoFindings(page, 'nothing found');
});

test('design §8: contacts by keyboard alone, in both views', async ({ alice }) => {
  await addContacts(alice, ...household.slice(0, 3));
  const page = await alice.open('about:blank', { viewport: { width: 1440, height: 900 } });
  await page.clock.install();
  await page.goto('/contacts');
  const dialog = page.getByRole('dialog', { name: 'Edit Contact' });
  const button = (name: string) => names(page).filter({ hasText: name });
  await expect(cards(page)).toHaveCount(3);
  for (const [view, bob, renamed] of [
    ['tile', 'Bob', 'Bobby'],
    ['list', 'Bobby', 'Boba'],
  ] as const) {
    if (view === 'list') {
      await page.getByRole('button', { name: 'Switch to list view' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Switch to tile view' })).toBeFocused();
    }
    // From the bar into the list, along it, and into a contact.
    await page.getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('Tab');
    await expect(button(bob)).toBeFocused();
    await page.keyboard.press(view === 'tile' ? 'ArrowRight' : 'ArrowDown');
    await expect(button('Cid')).toBeFocused();
    await page.keyboard.press('k');
    await expect(button(bob)).toBeFocused();
    await page.keyboard.press('j');
    await expect(button('Cid')).toBeFocused();
    // One stop of the list: Tab goes on to the links of this contact, then out, and back to it.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'cid@example.org' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(cards(page).locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(button('Cid')).toBeFocused();
    await page.keyboard.press('End');
    await expect(button('Ada Lovelace')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'ada@example.org' })).toBeFocused();
    await page.keyboard.press('Home');
    await expect(button(bob)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('First Name').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(renamed);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(button(renamed)).toBeFocused();
  }

  await test.step('design §8: Delete asks, and the focus goes on to the next contact', async () => {
    await page.keyboard.press('Delete');
    const asked = page.getByRole('alertdialog', { name: 'Delete Contact' });
    await expect(asked).toContainText('Are you sure you want to delete this contact?');
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    await expect(button('Boba')).toBeFocused();
    await page.keyboard.press('Delete');
    await asked.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(button('Boba')).toHaveCount(0);
    await expect(button('Cid')).toBeFocused();
  });

  await page.getByRole('button', { name: 'Add new contact' }).click();
  await expect(page.getByLabel('First Name')).toBeFocused();
  await page.keyboard.type('Zoe');
  await page.keyboard.press('Enter');
  await expect(button('Zoe')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add new contact' })).toBeFocused();
  // The button lies under the pointer again, which has not moved: its name does not come by itself.
  await page.clock.runFor(1000);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.mouse.move(0, 890);
  await page.getByRole('button', { name: 'Add new contact' }).hover();
  await page.clock.runFor(1000);
  await expect(page.getByRole('tooltip')).toHaveText('Add new contact');
  const create = await newContact(page);
  await page.keyboard.press('Escape');
  await expect(create).toHaveCount(0);
});

test('design §8: what has the focus is never hidden, by the buttons of the dialog or by scrolling', async ({
  alice,
}) => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    first_name: 'Person',
    last_name: String(index).padStart(3, '0'),
  }));
  await addContacts(alice, ...many);
  const page = await alice.open('/contacts', { viewport: { width: 360, height: 640 } });
  const first = names(page).filter({ hasText: 'Person 000' });
  await first.focus();
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, 20_000);
  await expect(first).not.toBeInViewport();
  await expect(names(page).filter({ hasText: 'Person 001' })).toHaveCount(0);
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(names(page).filter({ hasText: 'Person 001' })).toBeFocused();
  await expect(names(page).filter({ hasText: 'Person 001' })).toBeInViewport();

  const dialog = await newContact(page);
  await expect(dialog.getByLabel('First Name')).toBeFocused();
  const buttons = dialog.getByRole('button', { name: 'Create Contact' });
  for (const label of ['Title', 'Company', 'Category', 'Email Address', 'ZIP Code']) {
    const field = dialog.getByLabel(label, { exact: true });
    await field.focus();
    await expect(async () => {
      const [below, above] = [await field.boundingBox(), await buttons.boundingBox()];
      expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0);
    }, label).toPass();
  }
});
