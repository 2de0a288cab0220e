import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openContext } from './support/actor.ts';
import { findUser, toast, typeCustomServer, userRow } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { signInButton, typeCredentials } from './support/frame.ts';
import { startMailServer } from './support/mail-server.ts';
import { startOwnStack, type OwnStack } from './support/own-stack.ts';
import { panel } from './support/tasks.ts';

const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

// One installation's first day: each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' });

let stack: OwnStack;
/** Where Anna administers it. */
let page: Page;

test.beforeAll(async () => {
  stack = await startOwnStack({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '100' });
});

test.afterAll(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await stack[Symbol.asyncDispose]();
});

/** Somebody new at another machine. */
async function visit(browser: Browser, path: string): Promise<Page> {
  const opened = await openContext(browser, { baseURL: stack.url, reducedMotion: 'reduce' });
  await opened.page.goto(path);
  return opened.page;
}

async function register(at: Page, username: string, password: string): Promise<void> {
  await typeCredentials(at, username, password);
  await at.getByLabel('Password', { exact: true }).press('Enter');
}

async function signIn(at: Page, username: string, password: string): Promise<void> {
  await expect(signInButton(at)).toBeVisible();
  await typeCredentials(at, username, password);
  await at.getByLabel('Password', { exact: true }).press('Enter');
  // The first one to sign in to a stack that has just started.
  await expect(panel(at, 'Due Today')).toBeVisible({ timeout: 20_000 });
}

/** Registers the first account with the printed code and opens the administration. */
async function setUp(browser: Browser): Promise<Page> {
  const printed = /^setup code (\S+)/m;
  await expect.poll(() => stack.output()).toMatch(printed);
  const anna = await visit(browser, '/register');
  await anna.getByLabel('Setup code').fill(printed.exec(stack.output())?.[1] ?? '');
  await register(anna, 'anna', 'Annas-secret-1');
  await signIn(anna, 'anna', 'Annas-secret-1');
  await anna.goto('/admin');
  return anna;
}

test('design §4 exposed: setup code, by invitation, the link once, a list that is always true', async ({
  browser,
}) => {
  const stranger = await visit(browser, '/register');
  await expect(stranger.getByLabel('Setup code')).toHaveAccessibleDescription(
    'Printed by the server when it starts, beside “ready”.',
  );
  await register(stranger, 'mallory', 'secret7');
  await expect(stranger.getByLabel('Setup code')).toBeFocused();
  await stranger.getByLabel('Setup code').fill('XXXX-XXXX-XXXX-XXXX');
  await create(stranger).click();
  await expect(stranger.getByLabel('Setup code')).toHaveAccessibleDescription(
    /The setup code is not right/,
  );
  await expect(stranger.getByLabel('Password', { exact: true })).toHaveValue('secret7');

  page = await setUp(browser);
  await stranger.reload();
  await expect(heading(stranger, 'Registration is by invitation')).toBeVisible();
  await stranger.getByRole('link', { name: 'Log In' }).click();
  await expect(signInButton(stranger)).toBeVisible();

  // By keyboard: an invitation, and its link, which is never seen by a server.
  await expect(mode(page, 'By invitation')).toBeChecked();
  await page.getByRole('button', { name: 'Invite' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email (Optional)')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Link', { exact: true })).toBeFocused();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  const token = new URL(link).hash.replace('#invitation=', '');
  expect(token).toMatch(/^[\w-]{27}$/);
  await expect(dialog).toContainText(
    /Valid until \w{3} \d+, \d{4}, \d+:\d\d [AP]M, for one account/,
  );
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Invite' })).toBeFocused();
  const row = page.getByRole('listitem').filter({ hasText: 'Whoever has the link' });
  await expect(row).toContainText('By anna, valid until');
  await expect(page.getByText('anna invited somebody')).toBeVisible();

  const bert = await visit(browser, 'about:blank');
  const seen: string[] = [];
  bert.on('request', (request) => seen.push(request.url()));
  await bert.goto(`/register${new URL(link).hash}`);
  await expect(create(bert)).toBeVisible();
  await expect(bert).toHaveURL(`${stack.url}/register`);
  await bert.reload();
  await register(bert, 'anna', 'Berts-secret-1');
  await expect(bert.getByLabel('Username')).toHaveAccessibleDescription(/already taken/);
  await register(bert, 'bert', 'Berts-secret-1');
  await signIn(bert, 'bert', 'Berts-secret-1');
  expect(seen.filter((url) => url.includes(token))).toEqual([]);

  await expect(row).toBeHidden();
  await expect(userRow(page, 'bert')).toBeVisible();
  const late = await visit(browser, `/register${new URL(link).hash}`);
  await expect(heading(late, 'This invitation is not valid')).toBeVisible();
});

test('design §4 exposed: the choice above the users holds at once, mailed invitations, revoking', async ({
  browser,
}) => {
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/admin');
  const visitor = await visit(browser, '/register');

  await mode(page, 'By invitation').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(toast(page, 'Registration Changed', 'Everybody can register now.')).toBeVisible();
  await expect(mode(page, 'Open')).toBeChecked();
  await expect(mode(elsewhere, 'Open')).toBeChecked();
  await expect(page.getByText('anna set registration to open')).toBeVisible();
  await visitor.reload();
  await expect(create(visitor)).toBeVisible();

  await mode(page, 'Closed').click();
  await expect(toast(page, 'Registration Changed', 'Nobody can register now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite' })).toBeDisabled();
  await register(visitor, 'carl', 'Carls-secret-1');
  await expect(visitor.locator('form').getByRole('alert')).toContainText('Registration is closed');
  await visitor.reload();
  await expect(heading(visitor, 'Registration is closed')).toBeVisible();
  await mode(page, 'By invitation').click();
  await expect(mode(elsewhere, 'By invitation')).toBeChecked();

  // Without mail the link stands all the same.
  const invite = async (email: string) => {
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email (Optional)').fill(email);
    await page.getByRole('button', { name: 'Create Invitation' }).click();
    await expect(page.getByLabel('Link', { exact: true })).toBeVisible();
  };
  await invite('carla@example.org');
  await expect(page.getByText('It could not be mailed to carla@example.org.')).toBeVisible();
  await expectNoFindings(page, 'not mailed', { within: '[role=dialog]' });
  await page.keyboard.press('Escape');

  await using mail = await startMailServer();
  await elsewhere.goto('/email-config');
  await typeCustomServer(elsewhere, mail);
  await elsewhere.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(toast(elsewhere, 'Email Configuration Saved', mail.user)).toBeVisible();
  await invite('dora@example.org');
  await expect(page.getByText('It was mailed to dora@example.org.')).toBeVisible();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  const { text = '' } = await mail.receive('dora@example.org');
  expect(text).toContain(link);
  await page.getByRole('button', { name: 'Done' }).click();

  const dora = await visit(browser, link);
  await expect(dora.getByLabel('Email (Optional)')).toHaveValue('dora@example.org');
  const rows = page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('dora@example.org');
  await page.getByRole('button', { name: 'Revoke the invitation of dora@example.org' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Revoke Invitation' });
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows).toHaveCount(2);
  await page
    .getByRole('button', { name: 'Revoke the invitation of dora@example.org' })
    .press('Enter');
  await confirmation.getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(toast(page, 'Invitation Revoked', 'Its link no longer works.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await register(dora, 'dora', 'Doras-secret-1');
  await expect(dora.locator('form').getByRole('alert')).toContainText('Ask for a new one');
  await expect(dora.getByLabel('Username')).toHaveValue('dora');
});

test('design §4 exposed: the only administrator cannot leave, whoever is alone can', async () => {
  await page.getByRole('button', { name: 'New user' }).click();
  await typeCredentials(page, 'emil', 'Emils-secret-1');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(toast(page, 'User Created', 'emil can log in now')).toBeVisible();

  // One's own row leads to Settings, which says why it cannot be.
  const own = await findUser(page, 'anna');
  await own.getByRole('button', { name: 'Delete anna' }).click();
  await expect(page.getByRole('dialog')).toContainText('This is your own account.');
  await page.getByRole('link', { name: 'Open Settings' }).press('Enter');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await dialog.getByLabel('Current Password').fill('Annas-secret-1');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'You are the only administrator. Make somebody else administrator first.',
  );
  await expectNoFindings(page, 'only administrator', { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/admin');
  for (const name of ['bert', 'emil']) {
    await (await findUser(page, name)).getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByLabel(`Type ${name} to confirm`).fill(name);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'User Deleted', name)).toBeVisible();
  }
  await expect(page.getByText('anna deleted a user').first()).toBeVisible();

  await page.goto('/settings?tab=account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByLabel('Current Password').fill('Annas-secret-1');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Account Deleted', 'Your account has been deleted')).toBeVisible();
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByLabel('Setup code')).toBeVisible();
});
