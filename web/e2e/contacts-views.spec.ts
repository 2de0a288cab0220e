import { expect, test } from './fixtures.ts';
import { ada, addContacts, card, cards, names, openContact } from './support/contacts.ts';
import {
  bar,
  categoryFilter,
  holdRequests,
  setProfile,
  storedProfile,
  whenOpen,
} from './support/frame.ts';
import { PULL } from './support/network.ts';

test('spec §2, §4 contacts: tiles and rows, sorted and seen as one left them, on every device', async ({
  alice,
}) => {
  const page = await alice.open('/contacts');

  await test.step('spec §2: tiles in one, two or three columns and rows open the dialog, links do not', async () => {
    await addContacts(alice, { ...ada, middle_name: 'King' }, {}, { first_name: 'Cid' });
    await expect(cards(page)).toHaveCount(3);
    // What the browser does with such an address is not ours; that it was asked is.
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
      });
    });
    for (const [width, columns] of [
      [1440, 3],
      [1024, 3],
      [768, 2],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      for (const view of ['tile', 'list'] as const) {
        const lefts = () =>
          cards(page).evaluateAll((all) =>
            all.map((one) => Math.round(one.getBoundingClientRect().left)),
          );
        await expect
          .poll(async () => new Set(await lefts()).size)
          .toBe(view === 'tile' ? columns : 1);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);

        const name = view === 'list' ? 'Ada King Lovelace' : 'Ada Lovelace';
        const shown = card(page, name);
        await expect(card(page, 'Unnamed Contact')).toBeVisible();
        await expect(shown.getByText(view === 'list' ? 'AK' : 'AL', { exact: true })).toBeVisible();
        const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
        const number = shown.getByText(ada.mobile_phone, { exact: true });
        // On phones a row shows it by its icon only.
        if (width !== 360) expect(await number.evaluate(isCut), `${view} at ${width}`).toBe(false);
        const email = shown.getByRole('link', { name: ada.email_address });
        await expect(email).toHaveAttribute('href', 'mailto:ada@example.org');
        const mobile = shown.getByRole('link', { name: ada.mobile_phone });
        await expect(mobile).toHaveAttribute('href', 'tel:+442079460958');
        const phone = shown.getByRole('link', { name: ada.phone });
        await expect(phone).toHaveAttribute('href', 'tel:555-0100');
        for (const link of [email, mobile, phone]) await link.click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await shown.click({ position: { x: 30, y: 20 } });
        await whenOpen(page.getByRole('dialog', { name: 'Edit Contact' }));
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.getByRole('button', { name: /Switch to (list|tile) view/ }).click();
      }
    }
  });

  await test.step('spec §4: view mode and sort are remembered, the view mode on every device', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const toList = page.getByRole('button', { name: 'Switch to list view' });
    const toTiles = page.getByRole('button', { name: 'Switch to tile view' });
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    await toList.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Switch to list view');
    await expect(sort).toHaveText('Last Name');

    // Refused by the server, it goes back and says so.
    await page.route('**/rest/v1/profiles*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { message: 'internal error' } })
        : route.fallback(),
    );
    await toList.click();
    await expect(
      page.getByText('Failed to update contact view mode', { exact: true }),
    ).toBeVisible();
    await expect(toList).toBeVisible();
    await page.unrouteAll();

    await toList.click();
    await expect(toTiles).toBeVisible();
    // Once it is pressed its name has been read, until it is pointed at again.
    await page.mouse.move(0, 700);
    await toTiles.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Switch to tile view');
    await sort.click();
    await expect(page.getByRole('option')).toHaveText(['Last Name', 'First Name', 'Company']);
    await page.getByRole('option', { name: 'Company' }).click();
    const stored = () =>
      page.evaluate(() => [
        localStorage.getItem('contactViewMode'),
        localStorage.getItem('contactSortBy'),
      ]);
    await expect.poll(stored).toEqual(['list', 'company']);
    await expect.poll(async () => (await storedProfile(alice)).contact_view_mode).toBe('list');

    await page.reload();
    await expect(toTiles).toBeVisible();
    await expect(sort).toHaveText('Company');
    // What the account says wins over what this browser remembers.
    await setProfile(alice, { contact_view_mode: 'tile' });
    await expect(toList).toBeVisible();
    await page.evaluate(() => localStorage.setItem('contactViewMode', 'list'));
    await page.reload();
    await expect(toList).toBeVisible();
    await expect.poll(stored).toEqual(['tile', 'company']);
  });

  await test.step('design §8: long and right-to-left names, 40 categories and 200 % zoom keep to their place', async () => {
    const categories = Array.from({ length: 40 }, (_, at) => ({ name: `Category ${at}` }));
    await alice.client
      .from('categories')
      .insert(categories, { defaultToNull: false })
      .throwOnError();
    const long = 'W'.repeat(200);
    await addContacts(
      alice,
      { first_name: long, company: long, category: 'Category 39' },
      { first_name: 'דנה', category: 'Category 39' },
    );
    // A window of 1280 × 720 at 200 %.
    await page.setViewportSize({ width: 640, height: 360 });
    await categoryFilter(page).click();
    const last = page.getByRole('option', { name: 'Category 39' });
    // Scrolled to first: at the end of the list an arrow goes, and the options move once more.
    await last.hover();
    await last.click();
    for (const view of ['list', 'tile']) {
      await expect(cards(page)).toHaveCount(2);
      await expect(card(page, 'דנה').getByRole('button')).toHaveCSS('direction', 'rtl');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
      await page.getByRole('button', { name: `Switch to ${view} view` }).click();
    }
    await card(page, 'דנה').getByRole('button').click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Category' }).click();
    await expect(page.getByRole('option', { name: 'Category 39' })).toBeInViewport();
  });
});

test('spec §2 contacts: who has none is told how to start; nobody sees those of somebody else', async ({
  alice,
  bob,
}) => {
  await addContacts(alice, ada);
  const page = await bob.open('about:blank');
  const release = await holdRequests(page, PULL);
  await page.goto('/contacts');
  await expect(page.getByText('Loading contacts...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByText('No contacts found', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Get started by adding your first contact', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Ada Lovelace')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await whenOpen(page.getByRole('dialog', { name: 'New Contact' }));
  await page.keyboard.press('Escape');

  // On a device that has none yet a failure can be tried again.
  await addContacts(bob, { first_name: 'Cid' });
  const other = await bob.open('about:blank');
  await other.route(PULL, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal error' } }),
  );
  await other.goto('/contacts');
  await expect(other.getByText('Your contacts could not be loaded')).toBeVisible();
  const asked = other.waitForRequest(PULL);
  await other.getByRole('button', { name: 'Try again' }).click();
  await asked;
  // It is tried again without being asked, too.
  await other.unrouteAll();
  await expect(card(other, 'Cid')).toBeVisible();
});

test('design §8: of thousands of contacts the first come at once, and only those near the window are drawn', async ({
  alice,
}) => {
  const many = Array.from({ length: 2500 }, (_, index) => ({
    first_name: 'Person',
    last_name: String(index).padStart(4, '0'),
  }));
  // A device asks for 2,000 at a time, in the order in which they were made.
  await addContacts(alice, ...many.slice(0, 2000));
  await addContacts(alice, ...many.slice(2000));
  const page = await alice.open('about:blank');
  // The first ones are there to be used while the others are on their way.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(PULL, async (route) => {
    const asksForMore = 'after' in Object(route.request().postDataJSON());
    if (asksForMore) await held;
    await route.continue();
  });
  await page.goto('/contacts');
  await expect(card(page, 'Person 0000')).toBeVisible();
  await expect(page.getByText('Loading contacts...', { exact: true })).toBeVisible();
  const dialog = await openContact(page, 'Person 0000');
  await expect(dialog.getByLabel('Last Name')).toHaveValue('0000');
  await expect(dialog.getByText('This contact was deleted elsewhere.')).toHaveCount(0);
  const search = page.getByPlaceholder('Search contacts...');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await search.fill('2499');
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByText('Loading contacts...', { exact: true })).toBeVisible();
  release();
  await expect(names(page)).toHaveText(['Person 2499']);
  await search.fill('');
  await expect(page.getByText('2,500 contacts', { exact: true })).toBeVisible();
  await search.blur();
  await expect(card(page, 'Person 0000')).toHaveAttribute('aria-setsize', '2500');
  for (const other of ['list', 'tile']) {
    const change = page.getByRole('button', { name: `Switch to ${other} view` });
    await expect(change).toBeVisible();
    expect(await cards(page).count(), other).toBeLessThan(80);
    await page.keyboard.press('End');
    await expect(card(page, 'Person 2499')).toBeInViewport();
    await expect(bar(page)).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(card(page, 'Person 0000')).toBeInViewport();
    if (other === 'list') await change.click();
  }
});
