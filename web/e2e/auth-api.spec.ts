import type { APIResponse } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { findViolations } from './support/axe.ts';
import { environment } from './support/environment.ts';
import { overflowOf } from './support/administration.ts';
import { signInButton } from './support/frame.ts';
import { panel } from './support/tasks.ts';

async function answered(response: APIResponse): Promise<Record<string, unknown>> {
  expect(response.ok(), `${response.url()} ${response.status()}`).toBe(true);
  return Object(await response.json());
}

test('spec §7 /api: what a script changes appears in open tabs', async ({ alice, playwright }) => {
  const tasks = await alice.open();
  const contacts = await alice.openTab(tasks, '/contacts');
  const notes = await alice.openTab(tasks, '/notes');
  const settings = await alice.openTab(tasks, '/settings');
  await expect(panel(tasks, 'Due Today')).toBeVisible();
  await expect(contacts.getByText('No contacts found')).toBeVisible();
  await expect(notes.getByText('All Notes', { exact: true })).toBeVisible();
  await expect(settings.getByRole('region', { name: 'Categories' })).toBeVisible();

  // A script of its own: nothing but an address, a name and a password.
  const login = await playwright.request.newContext({ baseURL: environment.url });
  const { username, password } = alice;
  const { accessToken } = await answered(
    await login.post('/api/auth/login', { data: { username, password } }),
  );
  await login.dispose();
  const script = await playwright.request.newContext({
    baseURL: environment.url,
    extraHTTPHeaders: { authorization: `Bearer ${String(accessToken)}` },
  });
  const send = async (method: string, path: string, data?: object) =>
    answered(await script.fetch(`/api${path}`, { method, ...(data && { data }) }));

  const milk = await send('POST', '/tasks', { title: 'Buy milk' });
  const box = (title: string) => tasks.getByRole('checkbox', { name: title, exact: true });
  await expect(box('Buy milk')).not.toBeChecked();
  await send('PATCH', `/tasks/${Number(milk['id'])}`, { title: 'Buy oat milk' });
  await expect(box('Buy oat milk')).toBeVisible();
  await send('PATCH', `/tasks/${Number(milk['id'])}/toggle`);
  await expect(
    panel(tasks, 'Completed Today').getByRole('checkbox', { name: 'Buy oat milk' }),
  ).toBeChecked();
  await send('DELETE', `/tasks/${Number(milk['id'])}`);
  await expect(box('Buy oat milk')).toHaveCount(0);

  await send('POST', '/contacts', { firstName: 'Grace', lastName: 'Hopper' });
  await expect(contacts.getByText('Grace Hopper')).toBeVisible();
  const folder = await send('POST', '/folders', { name: 'Recipes' });
  await send('POST', '/notes', { title: 'Soup', folderId: folder['id'] });
  await expect(notes.getByText('Recipes')).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Soup', exact: true })).toBeVisible();
  await send('POST', '/categories', { name: 'Garden' });
  const categories = settings.getByRole('region', { name: 'Categories' });
  await expect(categories.getByText('Garden', { exact: true })).toBeVisible();
  await send('PATCH', '/categories/Garden', { newName: 'Orchard' });
  await expect(categories.getByText('Orchard', { exact: true })).toBeVisible();
  await expect(categories.getByText('Garden', { exact: true })).toHaveCount(0);
  await send('PATCH', '/user/theme', { theme: 'dark' });
  for (const page of [tasks, contacts, notes, settings]) {
    await expect(page.locator('html')).toHaveClass(/dark/);
  }
  await script.dispose();
});

test('spec §7 /api: signing in by a script or by the page is one session', async ({
  alice,
  visitor: { context, page },
}) => {
  const { username, password } = alice;
  await answered(await context.request.post('/api/auth/login', { data: { username, password } }));
  await page.goto('/');
  await expect(panel(page, 'Due Today')).toBeVisible();

  // The page's own cookie is believed, and so is a change that comes from this very site.
  const status = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ title: 'From the console' });
    return (await fetch('/api/tasks', { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(201);
  await expect(page.getByRole('checkbox', { name: 'From the console' })).toBeVisible();
  await answered(await context.request.post('/api/auth/logout'));
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
});

test('spec §7 /api/docs: every route on a page that loads nothing from elsewhere', async ({
  visitor: { page },
}) => {
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const answer = await page.goto('/api/docs');
  // A file beside the web app, which no function has answered.
  expect(answer?.headers()['content-type']).toContain('text/html');
  expect(answer?.headers()['etag']).toBeDefined();
  await expect(page.getByRole('heading', { name: 'Almanac API' })).toBeVisible();
  const routes = page.locator('summary');
  await expect(routes).toHaveCount(53);
  const toggle = routes.filter({ hasText: '/api/tasks/{id}/toggle' });
  await expect(toggle).toContainText('PATCH');
  await toggle.click();
  await expect(
    page.getByText('Not there, or somebody else’s').filter({ visible: true }),
  ).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowOf(page)).toBe(0);
  expect(requests.filter((url) => !url.startsWith(`${environment.url}/`))).toEqual([]);
  expect(complaints).toEqual([]);
});
