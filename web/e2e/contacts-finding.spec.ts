import { expect, test } from './fixtures.ts';
import { ada, addContacts, cards, choose, names, newContact } from './support/contacts.ts';
import { categoryFilter } from './support/frame.ts';
import { addCategories } from './support/tasks.ts';

test('§5 contacts: each sort field has its own order, in any script', async ({ alice }) => {
  await addContacts(
    alice,
    { first_name: 'bea', last_name: 'Young', company: 'zeta' },
    { first_name: 'Ada', last_name: 'young', company: 'Alpha' },
    { first_name: 'Cid', last_name: 'Abel', company: 'alpha' },
    { first_name: 'ada', last_name: 'Zorn', company: 'Zeta' },
    { first_name: 'Jürgen', last_name: 'Ärger', company: 'zz' },
    { first_name: 'İpek', last_name: 'Öztürk', company: 'zz' },
    { first_name: '太郎', last_name: '山田', company: 'zz' },
    { first_name: 'Zoë', last_name: '🎸', company: 'zz' },
  );
  const page = await alice.open('/contacts');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  const others = ['İpek Öztürk', 'Ada young', 'bea Young', 'ada Zorn', '太郎 山田'];
  await expect(names(page)).toHaveText(['Zoë 🎸', 'Cid Abel', 'Jürgen Ärger', ...others]);
  await choose(page, sort, 'First Name');
  await expect(names(page)).toHaveText([
    'Ada young',
    'ada Zorn',
    'bea Young',
    'Cid Abel',
    'İpek Öztürk',
    'Jürgen Ärger',
    'Zoë 🎸',
    '太郎 山田',
  ]);
  await choose(page, sort, 'Company');
  await expect(names(page)).toHaveText([
    'Cid Abel',
    'Ada young',
    'bea Young',
    'ada Zorn',
    'Zoë 🎸',
    'Jürgen Ärger',
    'İpek Öztürk',
    '太郎 山田',
  ]);
});

test('§5 contacts: search finds names of any script, company, e-mail and mobile', async ({
  alice,
}) => {
  await addContacts(
    alice,
    { ...ada, mobile_phone: '+44 EXT 7' },
    { first_name: 'Jürgen', last_name: 'Groß' },
    { first_name: 'İpek', last_name: 'Yıldız' },
    { last_name: '山田', first_name: '太郎' },
    { first_name: 'Zoë', last_name: '🎸' },
  );
  const page = await alice.open('/contacts');
  const box = page.getByPlaceholder('Search contacts...');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [search, found] of [
      ['LOVEL', ['Ada Lovelace']],
      ['engines', ['Ada Lovelace']],
      ['ADA@example', ['Ada Lovelace']],
      ['EXT', ['Ada Lovelace']],
      ['JÜRGEN', ['Jürgen Groß']],
      ['ipek', ['İpek Yıldız']],
      ['YILDIZ', ['İpek Yıldız']],
      ['太', ['太郎 山田']],
      ['🎸', ['Zoë 🎸']],
    ] as const) {
      await box.fill(search);
      await expect(names(page)).toHaveText([...found]);
    }
    await expect(page.getByText('1 of 5 contacts', { exact: true })).toBeVisible();
    await box.fill('ext');
    await expect(page.getByText('No contacts found')).toBeVisible();
    await expect(page.getByText('Try adjusting your search')).toBeVisible();
    await box.press('Escape');
    await expect(cards(page)).toHaveCount(5);
    await expect(page.getByText('5 contacts', { exact: true })).toBeVisible();
  }
});

test('§5 contacts: the category filter is all, none or a name, and is remembered', async ({
  alice,
}) => {
  await addCategories(alice, 'Work', 'Home');
  await addContacts(
    alice,
    ada,
    { first_name: 'Bob', category: 'Home' },
    { first_name: 'Cid' },
    { first_name: 'Dot', category: null },
  );
  const page = await alice.open('/contacts');
  const stored = () => page.evaluate(() => localStorage.getItem('selectedCategory'));
  const dialogCategory = page.getByRole('dialog').getByRole('combobox', { name: 'Category' });
  await expect(cards(page)).toHaveCount(4);
  await categoryFilter(page).click();
  await expect(page.getByRole('option')).toHaveText(['All', 'None', 'Home', 'Work']);
  await page.getByRole('option', { name: 'Work' }).click();
  await expect(names(page)).toHaveText(['Ada Lovelace']);
  expect(await stored()).toBe('Work');
  await page.reload();
  await expect(names(page)).toHaveText(['Ada Lovelace']);
  // A new contact begins in the category that is looked at.
  await newContact(page);
  await expect(dialogCategory).toHaveText('Work');
  await page.keyboard.press('Escape');

  await choose(page, categoryFilter(page), 'None');
  await expect(names(page)).toHaveText(['Cid', 'Dot']);
  await page.reload();
  await expect(names(page)).toHaveText(['Cid', 'Dot']);
  await expect(categoryFilter(page)).toHaveText('None');
  expect(await stored()).toBe('none');
  await newContact(page);
  await expect(dialogCategory).toHaveText('None');
  await page.keyboard.press('Escape');
  // Tasks have no such choice: there it is All.
  await page.goto('/');
  await expect(categoryFilter(page)).toHaveText('All');
});
