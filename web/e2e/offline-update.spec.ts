import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { signInButton } from './support/frame.ts';
import { startDeployment } from './support/deployment.ts';
import { whenKept } from './support/offline.ts';

test.use({ serviceWorkers: 'allow', actionTimeout: 15_000 });

/** The version whose page a tab runs; the first has no name. */
const versionOf = (page: Page) =>
  page.evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? '1');

const hasWaiting = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(registration?.waiting);
  });

/** How many versions of the app are on the device. */
const keptVersions = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    return names.filter((name) => name.startsWith('almanac-shell-')).length;
  });

/** What the page hears when somebody turns to another tab or window. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

test('design §5: a new version takes over when no tab is in the middle of something, and old chunks stay as long as an old tab lives', async ({
  context,
}) => {
  await using server = await startDeployment();
  const [page, busy, idle] = [
    await context.newPage(),
    await context.newPage(),
    await context.newPage(),
  ];
  for (const tab of [page, busy, idle]) {
    await tab.goto(server.url);
    await expect(signInButton(tab)).toBeVisible();
    await whenKept(tab);
  }
  await busy.getByRole('button', { name: /forgot/i }).click();
  const dialog = busy.getByRole('dialog');
  await expect(dialog).toBeVisible();

  server.deploy('2');
  await page.reload();
  await expect.poll(() => hasWaiting(page), { timeout: 20_000 }).toBe(true);
  await hide(page);
  await page.reload();
  expect(await versionOf(page)).toBe('1');
  expect(await hasWaiting(page)).toBe(true);

  await busy.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect.poll(() => hasWaiting(page)).toBe(false);
  await page.reload();
  expect(await versionOf(page)).toBe('2');
  await expect(signInButton(page)).toBeVisible();

  // The file that the old tab needs now is on no server any more.
  expect(await keptVersions(page)).toBe(2);
  await busy.getByRole('link', { name: 'Register' }).click();
  await expect(busy.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  expect(await versionOf(busy)).toBe('1');
  await hide(idle);
  await expect(idle.locator('meta[name=version]')).toHaveAttribute('content', '2');
  await busy.close();
  await page.reload();
  await expect.poll(() => keptVersions(page)).toBe(1);
});

test('design §5: while a deployment is under way nothing of it is taken', async ({ context }) => {
  await using server = await startDeployment();
  const page = await context.newPage();
  await page.goto(server.url);
  await whenKept(page);
  server.deployWorkerOnly('2');
  server.asked();
  const ended = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { promise, resolve } = Promise.withResolvers<string>();
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => resolve(installing.state));
    });
    await registration.update();
    return promise;
  });
  expect(await ended).toBe('redundant');
  await context.setOffline(true);
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
  expect(await versionOf(page)).toBe('1');
});
