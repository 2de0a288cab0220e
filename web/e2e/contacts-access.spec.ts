import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { ada, addContacts, cards, names, newContact, openContact } from './support/contacts.ts';
import { addCategories } from './support/tasks.ts';

const household = [
  ada,
  { first_name: 'Bob', company: 'Example Ltd', category: 'Personal', phone: '555-0101' },
  { first_name: 'Cid', category: 'Projects', email_address: 'cid@example.org' },
  {},
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`design §8: axe finds nothing in contacts, ${colorScheme}, ${width} px wide`, async ({
      alice,
    }) => {
      // Five states of the screen are looked through, each of them whole.
      test.slow();
      await addCategories(alice, 'Work', 'Personal');
      await addContacts(alice, ...household);
      const { error } = await alice.client
        .from('profiles')
        .update({ theme: colorScheme })
        .eq('id', alice.id);
      expect(error).toBeNull();
      const page = await alice.open('/contacts', {
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      const findings = async () => (await new AxeBuilder({ page }).analyze()).violations;
      await expect(cards(page)).toHaveCount(4);
      expect(await findings()).toEqual([]);
      await page.getByRole('button', { name: 'Switch to list view' }).click();
      await expect(page.getByRole('button', { name: 'Switch to tile view' })).toBeVisible();
      // Away from the button, whose tooltip belongs to no landmark.
      await page.mouse.move(0, 890);
      await expect(page.getByRole('tooltip')).toHaveCount(0);
      expect(await findings()).toEqual([]);

      const dialog = await openContact(page, 'Ada Lovelace');
      await dialog.getByLabel('Email Address').fill('nobody');
      await dialog.getByRole('button', { name: 'Update Contact' }).click();
      await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
      expect(await findings()).toEqual([]);
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await findings()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.getByPlaceholder('Search contacts...').fill('zzz');
      await expect(page.getByText('No contacts found')).toBeVisible();
      expect(await findings()).toEqual([]);
    });
  }
}

for (const view of ['tile', 'list'] as const) {
  test(`design §8: contacts by keyboard alone, ${view} view`, async ({ alice }) => {
    await addContacts(alice, ...household.slice(0, 3));
    const page = await alice.open('/contacts', { viewport: { width: 1440, height: 900 } });
    await expect(cards(page)).toHaveCount(3);
    if (view === 'list') {
      await page.getByRole('button', { name: 'Switch to list view' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Switch to tile view' })).toBeFocused();
    }
    // From the bar into the list, along it, and into a contact.
    await page.getByRole('button', { name: 'Account' }).focus();
    await page.keyboard.press('Tab');
    const button = (name: string) => names(page).filter({ hasText: name });
    await expect(button('Bob')).toBeFocused();
    await page.keyboard.press(view === 'tile' ? 'ArrowRight' : 'ArrowDown');
    await expect(button('Cid')).toBeFocused();
    await page.keyboard.press('End');
    await expect(button('Ada Lovelace')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'ada@example.org' })).toBeFocused();
    await page.keyboard.press('Home');
    await expect(button('Bob')).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit Contact' });
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('First Name').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Bobby');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(button('Bobby')).toBeFocused();
  });
}

test('design §8: a new contact by keyboard alone', async ({ alice }) => {
  const page = await alice.open('/contacts');
  await page.getByRole('button', { name: 'Add new contact' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('First Name')).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Ada']);
  await expect(page.getByRole('button', { name: 'Add new contact' })).toBeFocused();
  const dialog = await newContact(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('design §8: what has the focus stays there when it is scrolled out of sight', async ({
  alice,
}) => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    first_name: 'Person',
    last_name: String(index).padStart(3, '0'),
  }));
  await addContacts(alice, ...many);
  const page = await alice.open('/contacts', { viewport: { width: 360, height: 800 } });
  const first = names(page).filter({ hasText: 'Person 000' });
  await first.focus();
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 20_000);
  await expect(first).not.toBeInViewport();
  await expect(names(page).filter({ hasText: 'Person 001' })).toHaveCount(0);
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(names(page).filter({ hasText: 'Person 001' })).toBeFocused();
  await expect(names(page).filter({ hasText: 'Person 001' })).toBeInViewport();
});
