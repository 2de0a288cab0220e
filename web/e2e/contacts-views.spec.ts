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
} from './support/contacts.ts';
import { addCategories } from './support/tasks.ts';

const widths = [1440, 360];

test('§2 contacts: tiles stand in one, two or three columns by width', async ({ alice }) => {
  await addContacts(alice, ada, { first_name: 'Bob' }, { first_name: 'Cid' });
  const page = await alice.open('/contacts', { viewport: { width: 1440, height: 900 } });
  await expect(cards(page)).toHaveCount(3);
  for (const [width, columns] of [
    [1440, 3],
    [768, 2],
    [360, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(async () => {
      const boxes = await cards(page).evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().left)),
      );
      expect(new Set(boxes).size).toBe(columns);
    }).toPass();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
});

for (const width of widths) {
  for (const view of ['tile', 'list'] as const) {
    test(`§2 contacts: a ${view} opens the dialog, its links do not, ${width} px`, async ({
      alice,
    }) => {
      await addContacts(alice, { ...ada, middle_name: 'King' }, {});
      const page = await alice.open('/contacts', { viewport: { width, height: 800 } });
      if (view === 'list') await page.getByRole('button', { name: 'Switch to list view' }).click();
      const name = view === 'list' ? 'Ada King Lovelace' : 'Ada Lovelace';
      const shown = card(page, name);
      await expect(card(page, 'Unnamed Contact')).toBeVisible();
      await expect(
        shown.getByText('AK', { exact: true }).or(shown.getByText('AL', { exact: true })),
      ).toHaveText(view === 'list' ? 'AK' : 'AL');
      const email = shown.getByRole('link', { name: ada.email_address });
      await expect(email).toHaveAttribute('href', 'mailto:ada@example.org');
      await expect(shown.getByRole('link', { name: ada.mobile_phone })).toHaveAttribute(
        'href',
        'tel:+442079460958',
      );
      const phone = shown.getByRole('link', { name: ada.phone });
      await expect(phone).toHaveAttribute('href', 'tel:555-0100');

      // What the browser does with such an address is not ours; that it was asked is.
      await page.evaluate(() => {
        addEventListener('click', (event) => {
          if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
        });
      });
      await email.click();
      await phone.click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await shown.click({ position: { x: 30, y: 20 } });
      await expect(page.getByRole('dialog', { name: 'Edit Contact' })).toBeVisible();
    });
  }
}

test('§4 contacts: view mode and sort are remembered, the view mode on every device', async ({
  alice,
}) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  await page.getByRole('button', { name: 'Switch to list view' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Switch to list view');
  await page.getByRole('button', { name: 'Switch to list view' }).click();
  await choose(page, page.getByRole('combobox', { name: 'Sort by' }), 'Company');
  await expect(page.getByRole('button', { name: 'Switch to tile view' })).toBeVisible();
  const stored = () =>
    page.evaluate(() => [
      localStorage.getItem('contactViewMode'),
      localStorage.getItem('contactSortBy'),
    ]);
  await expect.poll(stored).toEqual(['list', 'company']);
  await expect
    .poll(async () => {
      const { data } = await alice.client.from('profiles').select('contact_view_mode').single();
      return data?.contact_view_mode;
    })
    .toBe('list');

  await page.reload();
  await expect(page.getByRole('button', { name: 'Switch to tile view' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveText('Company');
  const other = await alice.open('/contacts');
  await expect(other.getByRole('button', { name: 'Switch to tile view' })).toBeVisible();
  await expect(other.getByRole('combobox', { name: 'Sort by' })).toHaveText('Last Name');
});

test('§8 contacts: a view mode that the server refuses goes back and says so', async ({
  alice,
}) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  await expect(card(page, 'Ada Lovelace')).toBeVisible();
  await page.route('**/rest/v1/profiles*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { message: 'internal error' } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Switch to list view' }).click();
  await expect(page.getByText('Failed to update contact view mode', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch to list view' })).toBeVisible();
});

test('§5 contacts: each sort field has its own order', async ({ alice }) => {
  await addContacts(
    alice,
    { first_name: 'bea', last_name: 'Young', company: 'zeta' },
    { first_name: 'Ada', last_name: 'young', company: 'Alpha' },
    { first_name: 'Cid', last_name: 'Abel', company: 'alpha' },
    { first_name: 'ada', last_name: 'Zorn', company: 'Zeta' },
  );
  const page = await alice.open('/contacts');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect(names(page)).toHaveText(['Cid Abel', 'Ada young', 'bea Young', 'ada Zorn']);
  await choose(page, sort, 'First Name');
  await expect(names(page)).toHaveText(['Ada young', 'ada Zorn', 'bea Young', 'Cid Abel']);
  await choose(page, sort, 'Company');
  await expect(names(page)).toHaveText(['Cid Abel', 'Ada young', 'bea Young', 'ada Zorn']);
});

for (const width of widths) {
  test(`§5 contacts: search finds names of any script, company, e-mail, mobile, ${width} px`, async ({
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
    const page = await alice.open('/contacts', { viewport: { width, height: 900 } });
    const box = page.getByPlaceholder('Search contacts...');
    for (const [search, found] of [
      ['LOVEL', ['Ada Lovelace']],
      ['engines', ['Ada Lovelace']],
      ['ADA@example', ['Ada Lovelace']],
      ['EXT', ['Ada Lovelace']],
      ['JÜRGEN', ['Jürgen Groß']],
      ['ipek', ['İpek Yıldız']],
      ['太', ['太郎 山田']],
      ['🎸', ['Zoë 🎸']],
    ] as const) {
      await box.fill(search);
      await expect(names(page)).toHaveText([...found]);
    }
    await box.fill('ext');
    await expect(page.getByText('No contacts found')).toBeVisible();
    await expect(page.getByText('Try adjusting your search')).toBeVisible();
    await box.press('Escape');
    await expect(cards(page)).toHaveCount(5);
  });
}

test('§5 contacts: the category filter is all, none or a name, and is remembered', async ({
  alice,
}) => {
  await addCategories(alice, 'Work', 'Home');
  await addContacts(alice, ada, { first_name: 'Bob', category: 'Home' }, { first_name: 'Cid' });
  const page = await alice.open('/contacts');
  await expect(cards(page)).toHaveCount(3);
  await choose(page, page.getByRole('combobox', { name: 'Category' }), 'Work');
  await expect(names(page)).toHaveText(['Ada Lovelace']);
  await page.reload();
  await expect(names(page)).toHaveText(['Ada Lovelace']);
  // A new contact begins in the category that is looked at.
  await page.getByRole('button', { name: 'Add new contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Contact' });
  await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveText('Work');
  await page.keyboard.press('Escape');

  await page.evaluate(() => localStorage.setItem('selectedCategory', 'none'));
  await page.reload();
  await expect(names(page)).toHaveText(['Cid']);
});

test('§2 contacts: who has none is told how to start', async ({ alice }) => {
  const page = await alice.open('/contacts');
  await expect(page.getByText('No contacts found')).toBeVisible();
  await expect(page.getByText('Get started by adding your first contact')).toBeVisible();
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await expect(page.getByRole('dialog', { name: 'New Contact' })).toBeVisible();
});

test('§2 contacts: loading says so, and a failure can be tried again', async ({ alice }) => {
  await addContacts(alice, ada);
  const page = await alice.open('about:blank');
  const release = await holdContacts(page, 'GET');
  await page.goto('/contacts');
  await expect(page.getByText('Loading contacts...')).toBeVisible();
  release();
  await expect(card(page, 'Ada Lovelace')).toBeVisible();

  await failContacts(page, 'GET');
  await page.reload();
  await expect(page.getByText('Your contacts could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'Ada Lovelace')).toBeVisible();
});

test('§6 contacts: nobody sees the contacts of somebody else', async ({ alice, bob }) => {
  await addContacts(alice, ada);
  const page = await bob.open('/contacts');
  await expect(page.getByText('No contacts found')).toBeVisible();
  await expect(page.getByText('Ada Lovelace')).toHaveCount(0);
});

test('design §8: of thousands of contacts only those near the window are drawn', async ({
  alice,
}) => {
  const many = Array.from({ length: 2500 }, (_, index) => ({
    first_name: 'Person',
    last_name: String(index).padStart(4, '0'),
  }));
  for (let from = 0; from < many.length; from += 500)
    await addContacts(alice, ...many.slice(from, from + 500));
  const page = await alice.open('/contacts');
  await expect(card(page, 'Person 0000')).toHaveAttribute('aria-setsize', '2500');
  for (const view of ['tile', 'list']) {
    expect(await cards(page).count(), view).toBeLessThan(80);
    await page.keyboard.press('End');
    await expect(card(page, 'Person 2499')).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(card(page, 'Person 0000')).toBeInViewport();
    if (view === 'tile') await page.getByRole('button', { name: 'Switch to list view' }).click();
  }
});
