import { expect, test } from './fixtures.ts';
import {
  ada,
  addContacts,
  cards,
  choose,
  names,
  newContact,
  openContact,
  storedContacts,
  trashContact,
} from './support/contacts.ts';
import { categoryFilter } from './support/frame.ts';
import { addCategories } from './support/tasks.ts';

test('spec §5 contacts: each sort field has its own order, in any script', async ({ alice }) => {
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

test('spec §5 contacts: search finds names of any script, company, e-mail and mobile', async ({
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

test('spec §5 contacts: the category filter is all, none or a name, and is remembered', async ({
  alice,
}) => {
  await addCategories(alice, 'Work', 'Home');
  await addContacts(
    alice,
    ada,
    { first_name: 'Bob', category: 'Home' },
    { first_name: 'Cid' },
    // Read from right to left, and so aligned.
    { first_name: 'דוד', category: null },
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
  // What is hidden is said, and shown again by one click; nothing was searched for.
  const showing = page.getByRole('paragraph').filter({ hasText: 'Showing Work.' });
  await trashContact(alice, 'Ada');
  await expect(page.getByText('No contacts found', { exact: true })).toBeVisible();
  await expect(page.getByText('Try adjusting your search')).toHaveCount(0);
  await expect(page.getByText('Get started by adding your first contact')).toHaveCount(0);
  await showing.getByRole('button', { name: 'Show all' }).click();
  await expect(names(page)).toHaveText(['Bob', 'Cid', 'דוד']);
  await expect(showing).toHaveCount(0);
  await addContacts(alice, ada);
  await choose(page, categoryFilter(page), 'Work');
  await page.reload();
  await expect(showing).toBeVisible();
  await expect(names(page)).toHaveText(['Ada Lovelace']);
  // A new contact begins in the category that is looked at.
  await newContact(page);
  await expect(dialogCategory).toHaveText('Work');
  await page.keyboard.press('Escape');

  await choose(page, categoryFilter(page), 'None');
  await expect(names(page)).toHaveText(['Cid', 'דוד']);
  await expect(page.getByText('Showing No category.')).toBeVisible();
  await expect(names(page).last()).toHaveCSS('direction', 'rtl');
  await page.reload();
  await expect(names(page)).toHaveText(['Cid', 'דוד']);
  await expect(categoryFilter(page)).toHaveText('None');
  expect(await stored()).toBe('none');
  await newContact(page);
  await expect(dialogCategory).toHaveText('No category');
  await page.keyboard.press('Escape');
  // Tasks have no such choice: there it is All.
  await page.goto('/');
  await expect(categoryFilter(page)).toHaveText('All');
});

test('design §2: the search and the open contact are in the URL, for a reload, Back and a link', async ({
  alice,
}) => {
  await addContacts(alice, ada, { first_name: 'Bob' });
  const [stored] = await storedContacts(alice);
  const link = `/contacts?contact=${stored?.uid}`;
  const page = await alice.open('/');
  await page.goto('/contacts');
  const box = page.getByPlaceholder('Search contacts...');
  const dialog = page.getByRole('dialog');

  await test.step('a search stays over a reload and a dialog', async () => {
    await box.pressSequentially('lvelace');
    await box.press('Home');
    await box.press('ArrowRight');
    // Typed in the middle, too, and faster than the URL follows.
    await box.pressSequentially('o');
    await expect(box).toHaveValue('lovelace');
    await expect(page).toHaveURL('/contacts?q=lovelace');
    await page.reload();
    await expect(box).toHaveValue('lovelace');
    await expect(names(page)).toHaveText(['Ada Lovelace']);
    await openContact(page, 'Ada Lovelace');
    await expect(page).toHaveURL(`/contacts?q=lovelace&contact=${stored?.uid}`);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/contacts?q=lovelace');
  });

  await test.step('an open contact stays over a reload, and closing it leaves no entry behind', async () => {
    await openContact(page, 'Ada Lovelace');
    await page.reload();
    await expect(dialog.getByLabel('Last Name')).toHaveValue('Lovelace');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/contacts?q=lovelace');
    await newContact(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/contacts?q=lovelace');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await page.goForward();
    await expect(box).toHaveValue('lovelace');
  });

  await test.step('a link opens a contact, and one of nothing only the screen', async () => {
    await page.goto(link);
    await expect(dialog.getByLabel('First Name')).toHaveValue('Ada');
    await dialog.getByLabel('City').fill('London');
    await dialog.getByRole('button', { name: 'Update Contact' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/contacts');
    await page.goto(`/contacts?contact=${crypto.randomUUID()}`);
    await expect(page).toHaveURL('/contacts');
    await expect(cards(page)).toHaveCount(2);
    await expect(dialog).toHaveCount(0);
  });
});
