import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { environment } from './support/environment.ts';
import { bar, setProfile, signInButton } from './support/frame.ts';
import { answerOneByOne, followControls, whatMoved } from './support/steady.ts';
import { addCategories, addTasks, panel, trashTask } from './support/tasks.ts';

const wide = { viewport: { width: 1440, height: 800 } };
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

/** A path, and what is there when the screen is. */
type Screens = Record<string, (page: Page) => Locator>;

/** Puts a page on a slow network. What it returns opens screens, and says what did not keep its place. */
async function followLoads(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const whenDrawn = await answerOneByOne(page);
  await followControls(page);
  const forget = async () => {
    await page.goto('/robots.txt');
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(environment.url).origin,
      storageTypes: 'indexeddb,local_storage',
    });
  };
  return async (screens: Screens, { isNew = false } = {}): Promise<string[]> => {
    const moved: string[] = [];
    for (const [path, sign] of Object.entries(screens)) {
      if (isNew) await forget();
      await page.goto(path);
      await expect(sign(page)).toBeVisible();
      await whenDrawn();
      moved.push(...(await whatMoved(page)).map((one) => `${path}: ${one}`));
    }
    return moved;
  };
}

async function addDay(actor: Actor): Promise<void> {
  await addCategories(actor, 'Work', 'Garden');
  const today = new Date().toISOString().slice(0, 10);
  await addTasks(
    actor,
    { title: 'Late', due_date: '2020-01-05', category: 'Work', priority: 'high' },
    ...Array.from({ length: 12 }, (_, index) => ({ title: `Task ${index}`, due_date: today })),
    { title: 'Undated', repeat_type: 'daily' },
    { title: 'Done', completed: true },
  );
  const insert = async (table: string, rows: object[]) => {
    const { error } = await actor.client.from(table).insert(rows, { defaultToNull: false });
    expect(error).toBeNull();
  };
  const people = Array.from({ length: 30 }, (_, index) => ({ first_name: `Ada ${index}` }));
  await insert('contacts', people);
  await insert('folders', [{ name: 'Kitchen' }]);
  await insert('notes', [{ title: 'Recipe', content: 'Text' }]);
  await addTasks(actor, { title: 'Gone' });
  await trashTask(actor, 'Gone');
  // Not as they are shown where nobody has chosen.
  await setProfile(actor, { contact_view_mode: 'list', theme: 'dark', header_color: 'red' });
}

async function addImport(actor: Actor): Promise<void> {
  const import_uid = randomUUID();
  const rows = [{ table: 'tasks', uid: randomUUID(), title: 'Imported' }];
  const { client } = actor;
  const file = { import_uid, file_name: 'tasks.csv', part: 1, rows };
  expect((await client.rpc('stage_import', file)).error).toBeNull();
  expect((await client.rpc('commit_import', { import_uid, parts: 1 })).error).toBeNull();
}

/** With the code of its menus, which comes when the page is idle. */
const withMenus = (page: Page) =>
  bar(page).getByRole('button', { name: 'Account', exact: true }).and(page.locator('[data-state]'));

const day = {
  '/': (at: Page) =>
    panel(at, 'Due Today').getByRole('button', { name: 'Drag to reorder' }).first(),
  '/completed': (at: Page) => at.getByRole('button', { name: 'Restore Done' }),
  '/contacts': (at: Page) => at.getByRole('button', { name: 'Ada 0', exact: true }),
  '/contacts?q=Ada': withMenus,
  '/notes': (at: Page) => at.getByText('Recipe', { exact: true }).first(),
} satisfies Screens;

for (const [name, options] of Object.entries({ wide, phone })) {
  test(`design §8: the screens of a day load as a whole, on a device that is new and on one that knows them (${name})`, async ({
    alice,
  }) => {
    await addDay(alice);
    const page = await alice.open('about:blank', options);
    const open = await followLoads(page);
    expect(await open(day, { isNew: true })).toEqual([]);
    expect(await open(day)).toEqual([]);

    await test.step('what is pushed away would be found', async () => {
      expect(await open({ '/': day['/'] })).toEqual([]);
      await page.evaluate(() => {
        const strip = document.createElement('div');
        strip.style.height = '50px';
        document.querySelector('main')?.before(strip);
      });
      await expect
        .poll(async () => (await whatMoved(page)).join('\n'))
        .toMatch(/^BUTTON(.|\n)*\n0\.\d+: /);
    });
  });
}

test('design §8: controls are there with the first rows, and wait for no code of their own', async ({
  alice,
}) => {
  await addDay(alice);
  const page = await alice.open('about:blank', wide);
  const index = await (await page.request.get('/')).text();
  const [list = '', content = ''] = /name="first-files" content="([^"]*)"/.exec(index) ?? [];
  const first = JSON.parse(content.replaceAll('&quot;', '"')) as Record<string, string[]>;
  const everywhere = index.replace(list, '');
  const { promise: letCome, resolve: come } = Promise.withResolvers<void>();
  let path = '';
  let held = 0;
  await page.route('**/assets/*.js', async (route) => {
    const file = new URL(route.request().url()).pathname;
    const isFirst = [everywhere, ...(first[path] ?? []), ...(first.server ?? [])].some((needed) =>
      needed.includes(file),
    );
    if (!isFirst) {
      held += 1;
      await letCome;
    }
    await route.continue();
  });
  const inBar = ['Menu', 'Category', 'Search everything', 'Notifications', 'Account'];
  const screens: Record<string, [row: Locator, controls: string[]]> = {
    '/': [
      page.getByRole('checkbox', { name: 'Late' }),
      [...inBar, 'Tasks to show', 'Add new task', 'Move all to today', 'Fold Due Today'],
    ],
    '/contacts': [
      page.getByRole('button', { name: 'Ada 0', exact: true }),
      [...inBar, 'Sort by', 'Switch to tile view', 'Add new contact'],
    ],
  };
  for (const [screen, [row, controls]] of Object.entries(screens)) {
    path = screen;
    await page.goto(path);
    await expect(row).toBeVisible();
    for (const name of controls) {
      // The name of a closed select ends with what is chosen.
      const control = page.getByRole('button', { name: new RegExp(`^${name}(: .+)?$`, 'u') });
      await expect(control, `${name} on ${path}`).toBeVisible();
    }
  }
  expect(held).toBeGreaterThan(0);
  // Somebody's Tab comes to a button while what takes its place is about to be drawn.
  await page.evaluate(() => {
    const { matches } = Element.prototype;
    Reflect.set(Element.prototype, 'matches', function (this: Element, selector: string) {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () =>
        document.querySelector<HTMLElement>('[aria-label=Account]')?.focus(),
      );
      port1.start();
      if (selector === ':focus, :hover' && this.ariaLabel === 'Account') port2.postMessage('Tab');
      return matches.call(this, selector);
    });
  });
  come();
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeVisible();
  await expect(withMenus(page)).toBeFocused();
  await page.unrouteAll({ behavior: 'wait' });
});

test('design §8: settings, administration and an empty account load as a whole', async ({
  admin,
  bob,
}) => {
  await addDay(admin);
  await addImport(admin);
  // One row: of a long table what is out of sight finds its place when it has been measured.
  const users = `/admin?q=${admin.username}`;
  const button = (label: string) => (at: Page) => at.getByRole('button', { name: label }).first();
  const screens: Screens = {
    '/settings': button('Rename Work'),
    '/settings?tab=display': (at) => at.getByRole('radio', { name: 'Light' }),
    '/settings?tab=account': button('Delete account'),
    '/settings?tab=security': (at) => at.getByText('This browser'),
    '/settings?tab=transfer': button('Export'),
    '/settings?tab=deleted': button('Restore all'),
    [users]: button('Reset Password'),
    '/admin?tab=global-settings': (at) => at.getByRole('link', { name: 'Email Configuration' }),
    '/email-config': button('Save Configuration'),
  };
  const page = await admin.open('about:blank', phone);
  const open = await followLoads(page);
  expect(await open(screens, { isNew: true })).toEqual([]);
  await page.setViewportSize(wide.viewport);
  expect(await open(screens)).toEqual([]);
  const nothing: Screens = {
    '/': (at) => at.getByRole('region', { name: 'First steps' }),
    '/completed': (at) => at.getByText('Nothing completed yet'),
    '/contacts': button('Add Contact'),
    '/notes': (at) => at.getByRole('button', { name: 'Create New Note' }),
  };
  const empty = await bob.open('about:blank', phone);
  const openEmpty = await followLoads(empty);
  expect(await openEmpty(nothing, { isNew: true })).toEqual([]);

  await test.step('what cannot be read is part of the whole', async () => {
    await page.route('**/functions/v1/admin/events', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    const failing: Screens = { [users]: (at) => at.getByText('The activity could not be loaded') };
    expect(await open(failing)).toEqual([]);
    await expect(page.getByRole('columnheader', { name: 'Username' })).toBeVisible();
  });
});

test('design §8: what visitors see loads as a whole', async ({ visitor: { page } }) => {
  await page.setViewportSize(phone.viewport);
  const screens: Screens = {
    '/login': signInButton,
    '/register': (at) => at.getByRole('button', { name: 'Create Account' }),
    '/nothing-here': (at) => at.getByRole('link', { name: 'Log In' }),
  };
  const open = await followLoads(page);
  expect(await open(screens)).toEqual([]);
});
