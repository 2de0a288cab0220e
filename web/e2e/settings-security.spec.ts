import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { overflowOf } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { environment } from './support/environment.ts';
import { signInButton } from './support/frame.ts';
import { addTasks, toast } from './support/tasks.ts';

async function openSecurity(actor: Actor, options = {}): Promise<Page> {
  const page = await actor.open('/settings?tab=security', options);
  await expect(page.getByRole('heading', { name: 'App passwords' })).toBeVisible();
  return page;
}

async function tasksBy(password: string): Promise<number> {
  const { status } = await fetch(`${environment.url}/api/tasks`, {
    headers: { authorization: `Bearer ${password}` },
  });
  return status;
}

test('design §4 app passwords: made with the password, shown once, used, revoked', async ({
  alice,
}) => {
  const page = await openSecurity(alice, { permissions: ['clipboard-read', 'clipboard-write'] });
  await expect(page.getByText('No app passwords')).toBeVisible();
  const make = page.getByRole('button', { name: 'New app password' });
  const dialog = page.getByRole('dialog');

  await make.press('Enter');
  const name = dialog.getByLabel('Name');
  const current = dialog.getByLabel('Current Password');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription('Name is required');
  await expect(current).toHaveAccessibleDescription('Current password is required');
  await name.fill('Backup script');
  await dialog.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: 'Scripts that read (API)' }).click();
  await current.fill('not the password');
  await current.press('Enter');
  await expect(current).toHaveAccessibleDescription('Current password is incorrect');
  await expectNoFindings(page, 'the form', { within: '[role=dialog]' });
  await current.fill(alice.password);
  await current.press('Enter');

  const shown = dialog.getByRole('textbox', { name: 'App Password' });
  await expect(shown).toHaveValue(/^([a-z2-9]{4}-){7}[a-z2-9]{4}$/);
  const password = await shown.inputValue();
  await expectNoFindings(page, 'the password', { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(make).toBeFocused();

  const row = page.getByRole('list', { name: 'App passwords' }).getByRole('listitem');
  await expect(row).toContainText('Backup script');
  await expect(row).toContainText('Scripts that read (API)');
  await expect(row).toContainText('never used');
  await expect(page.getByText(password)).toBeHidden();
  expect(await tasksBy(password)).toBe(200);
  await page.reload();
  await expect(row).toContainText(/used .+ from /);
  await expectNoFindings(page, 'the list');

  await row.getByRole('button', { name: 'Revoke Backup script' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(
    toast(page, 'App Password Revoked', '“Backup script” no longer opens anything.'),
  ).toBeVisible();
  await expect(page.getByText('No app passwords')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'App passwords' })).toBeFocused();
  expect(await tasksBy(password)).toBe(401);
});

test('design §7 DAV: an address for a calendar that only reads is made, read and revoked', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Dentist', due_date: '2030-05-06' });
  const page = await openSecurity(alice);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New app password' }).click();
  await dialog.getByLabel('Name').fill('Kitchen wall');
  await dialog.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: 'A calendar that only reads (address)' }).click();
  await dialog.getByLabel('Current Password').fill(alice.password);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = dialog.getByRole('textbox', { name: 'Address' });
  await expect(shown).toHaveValue(/\/dav\/feed\/[a-z2-9-]{39}\.ics$/);
  await expectNoFindings(page, 'the address', { within: '[role=dialog]' });
  const address = await shown.inputValue();
  const calendar = await fetch(address);
  expect(await calendar.text()).toContain('SUMMARY:Dentist');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const row = page.getByRole('list', { name: 'App passwords' }).getByRole('listitem');
  await expect(row).toContainText('A calendar that only reads (address)');
  await row.getByRole('button', { name: 'Revoke Kitchen wall' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No app passwords')).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});

test('design §4 sessions: what is signed in where, and the end of one and of all others', async ({
  alice,
}) => {
  const first = await openSecurity(alice);
  const [second, third] = await Promise.all([alice.open('/'), alice.open('/')]);
  await first.reload();
  const rows = first.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  // The third is that of supabase-js, below the screen.
  await expect(rows.first()).toContainText('This browser');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  const before = await rows.count();
  expect(before).toBeGreaterThanOrEqual(3);

  await rows
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await first.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(toast(first, 'Signed Out There', 'That session has ended.')).toBeVisible();
  await expect(rows).toHaveCount(before - 1);

  await first.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await first.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(rows).toHaveCount(1);
  await expect(first.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  for (const page of [second, third]) await expect(signInButton(page)).toBeVisible();
});

test('design §4 security: what cannot be loaded is said and tried again', async ({ alice }) => {
  const page = await alice.open('about:blank');
  const calls = /functions\/v1\/account\/app-passwords|rpc\/list_sessions/;
  await page.route(calls, (route) => route.abort());
  await page.goto('/settings?tab=security');
  await expect(page.getByText('Your app passwords could not be loaded')).toBeVisible();
  await expect(page.getByText('Your sessions could not be loaded')).toBeVisible();
  await page.unroute(calls);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.first().click();
  await expect(page.getByText('No app passwords')).toBeVisible();
  await again.click();
  await expect(page.getByText('This browser')).toBeVisible();
});

for (const width of [320, 390, 820]) {
  test(`design §8 security: nothing is cut off at ${width} px`, async ({ alice }) => {
    const page = await openSecurity(alice, { viewport: { width, height: 800 } });
    await expect(page.getByText('This browser')).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'New app password' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
  });
}
