import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests, signInButton } from './support/frame.ts';
import { panel } from './support/tasks.ts';

/** Each screen by something that only it has. */
const screens = {
  tasks: (page: Page) => panel(page, 'Due Today'),
  contacts: (page: Page) => page.getByPlaceholder('Search contacts...'),
  notes: (page: Page) => page.getByText('All Notes', { exact: true }),
  admin: (page: Page) => page.getByRole('tab', { name: 'Global Settings' }),
  settings: (page: Page) => page.getByRole('tab', { name: 'Display' }),
  login: signInButton,
  register: (page: Page) => page.getByRole('button', { name: 'Create Account' }),
  emailConfiguration: (page: Page) => page.getByRole('banner').getByText('Email Configuration'),
  dragTest: (page: Page) => page.getByText('Current Order'),
  notFound: (page: Page) => page.getByRole('heading', { name: 'Page Not Found', level: 1 }),
};

type Screen = keyof typeof screens;

const titles: Record<Screen, string> = {
  tasks: 'Tasks',
  contacts: 'Contacts',
  notes: 'Notes',
  admin: 'Administration',
  settings: 'Settings',
  login: 'Log In',
  register: 'Register',
  emailConfiguration: 'Email Configuration',
  dragTest: 'Drag-and-Drop Test',
  notFound: 'Page Not Found',
};

const signedIn: [string, Screen][] = [
  ['/', 'tasks'],
  ['/login', 'tasks'],
  ['/register', 'tasks'],
  ['/contacts', 'contacts'],
  ['/notes', 'notes'],
  ['/admin', 'admin'],
  ['/settings', 'settings'],
  ['/email-config', 'emailConfiguration'],
  ['/drag-test', 'dragTest'],
  ['/nothing-here', 'notFound'],
  ['/contacts/1', 'notFound'],
];

const signedOut: [string, Screen][] = [
  ['/', 'login'],
  ['/login', 'login'],
  ['/register', 'register'],
  ['/email-config', 'emailConfiguration'],
  ['/drag-test', 'dragTest'],
  ['/contacts', 'notFound'],
  ['/notes', 'notFound'],
  ['/admin', 'notFound'],
  ['/settings', 'notFound'],
  ['/nothing-here', 'notFound'],
];

/** Addresses that no other test loads from nothing, both signed in and signed out. */
const LOADED_HERE = new Set(['/login', '/register', '/notes', '/settings']);

/** Goes to an address as the browser's Back and Forward do, without loading the app again. */
function goWithin(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Opens every path of a table: its screen, no other's, and its name on the tab (design section 8). */
async function walk(page: Page, table: [string, Screen][]) {
  await page.goto(table[0]?.[0] ?? '/');
  for (const [path, screen] of table) {
    await test.step(`${path} shows ${screen}`, async () => {
      await (LOADED_HERE.has(path) ? page.goto(path) : goWithin(page, path));
      await expect(screens[screen](page)).toBeVisible();
      await expect(page).toHaveTitle(`${titles[screen]} · Almanac`);
      await expect(screens.notFound(page)).toBeVisible({ visible: screen === 'notFound' });
      await expect(signInButton(page)).toBeVisible({ visible: screen === 'login' });
    });
  }
}

test('spec §2 routes: logged in', async ({ admin }) => {
  const page = await admin.open('about:blank');
  await walk(page, signedIn);
  await test.step('loaded from there, too', async () => {
    await page.reload();
    await expect(screens.notFound(page)).toBeVisible();
  });
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
  await expect(screens.tasks(page)).toBeVisible();
});

test('spec §2 routes: logged out, and Page Not Found leads to log in', async ({
  visitor: { page },
}) => {
  await walk(page, signedOut);
  await page.getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/login');
  await expect(signInButton(page)).toBeVisible();
});

test('spec §2 routes: Loading... in the middle while a screen loads', async ({ alice }) => {
  const page = await alice.open('about:blank');
  for (const [path, screen] of [
    ['/', 'tasks'],
    ['/contacts', 'contacts'],
    ['/notes', 'notes'],
  ] as const) {
    const release = await holdRequests(page, `**/assets/${screen}-route-*`);
    await page.goto(path, { waitUntil: 'commit' });
    const loading = page.getByText('Loading...', { exact: true });
    await expect(loading).toBeVisible();
    // In tenths of the window. Until the style sheet is there nothing is painted at all.
    const middle = () =>
      loading.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const { left, width, top, height } = text.getBoundingClientRect();
        return [(left + width / 2) / innerWidth, (top + height / 2) / innerHeight].map((part) =>
          Math.round(part * 10),
        );
      });
    await expect.poll(middle).toEqual([5, 5]);
    release();
    await expect(loading).toBeHidden();
    await page.unrouteAll();
  }
});

test('spec §2 routes: an instance that does not answer is told, with a way to try again', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');
  await page.route('**/config.json', (route) => route.abort());
  await page.goto('/');
  // Nothing of this person is on the device yet.
  await expect(page.getByText('Your tasks could not be loaded')).toBeVisible();
  await expect(page.getByText(/^No connection to the server/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  // It is tried again without being asked, too.
  await page.unrouteAll();
  await expect(screens.tasks(page)).toBeVisible();
});
