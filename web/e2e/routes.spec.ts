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
  emailConfiguration: (page: Page) => page.getByLabel('Email Service'),
  dragTest: (page: Page) => page.getByText('Current Order'),
  notFound: (page: Page) => page.getByRole('heading', { name: 'Page Not Found', level: 1 }),
};

type Screen = keyof typeof screens;

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

for (const [path, screen] of signedIn) {
  test(`§2 routes: logged in, ${path} shows ${screen}`, async ({ admin }) => {
    const page = await admin.open(path);
    await expect(screens[screen](page)).toBeVisible();
    const isKnown = screen !== 'notFound';
    await expect(screens.notFound(page)).toBeVisible({ visible: !isKnown });
    await expect(signInButton(page)).toBeHidden();
  });
}

const signedOut: [string, Screen][] = [
  ['/', 'login'],
  ['/login', 'login'],
  ['/register', 'register'],
  ['/drag-test', 'dragTest'],
  ['/contacts', 'notFound'],
  ['/notes', 'notFound'],
  ['/admin', 'notFound'],
  ['/settings', 'notFound'],
  ['/nothing-here', 'notFound'],
];

for (const [path, screen] of signedOut) {
  test(`§2 routes: logged out, ${path} shows ${screen}`, async ({ visitor: { page } }) => {
    await page.goto(path);
    await expect(screens[screen](page)).toBeVisible();
    const isKnown = screen !== 'notFound';
    await expect(screens.notFound(page)).toBeVisible({ visible: !isKnown });
  });
}

test('§2 routes: logged out, /email-config is the e-mail configuration', async ({
  visitor: { page },
}) => {
  await page.goto('/email-config');
  await expect(page.getByRole('heading', { name: /e-?mail/i }).first()).toBeVisible();
  await expect(screens.notFound(page)).toBeHidden();
});

test('§2 routes: Page Not Found leads a visitor to log in', async ({ visitor: { page } }) => {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await expect(signInButton(page)).toBeVisible();
});

test('§2 routes: Page Not Found leads who is signed in back home', async ({ alice }) => {
  const page = await alice.open('/nothing-here');
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
  await expect(screens.tasks(page)).toBeVisible();
});

for (const path of ['/', '/contacts', '/nothing-here']) {
  test(`§2 routes: ${path} says Loading... in the middle while authentication loads`, async ({
    alice,
  }) => {
    const page = await alice.open('about:blank');
    const release = await holdRequests(page, '**/config.json');
    await page.goto(path, { waitUntil: 'commit' });
    const loading = page.getByText('Loading...', { exact: true });
    await expect(loading).toBeVisible();
    const middle = await loading.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const { left, width, top, height } = text.getBoundingClientRect();
      return { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight };
    });
    expect(middle.x).toBeCloseTo(0.5, 1);
    expect(middle.y).toBeCloseTo(0.5, 1);
    release();
    await expect(loading).toBeHidden();
  });
}

test('§2 routes: an instance that does not answer is told, with a way to try again', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');
  await page.route('**/config.json', (route) => route.abort());
  await page.goto('/');
  const retry = page.getByRole('button', { name: /try again|retry/i });
  await expect(page.getByText('Almanac cannot be reached')).toBeVisible();
  await page.unroute('**/config.json');
  await retry.click();
  await expect(screens.tasks(page)).toBeVisible();
});

test('design §8: every screen names its tab', async ({ admin, visitor }) => {
  const page = await admin.open('/');
  for (const [path, title] of [
    ['/', 'Tasks'],
    ['/contacts', 'Contacts'],
    ['/notes', 'Notes'],
    ['/settings', 'Settings'],
    ['/admin', 'Administration'],
    ['/nothing-here', 'Page Not Found'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Almanac`);
  }
  await visitor.page.goto('/login');
  await expect(visitor.page).toHaveTitle('Log in · Almanac');
  await visitor.page.goto('/register');
  await expect(visitor.page).toHaveTitle('Register · Almanac');
});
