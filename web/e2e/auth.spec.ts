import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { canSignIn, signInButton, typeCredentials } from './support/frame.ts';
import { panel, toast } from './support/tasks.ts';

const username = (page: Page) => page.getByLabel('Username', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const email = (page: Page) => page.getByLabel('Email (Optional)');
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const newName = () => `Newcomer ${randomUUID().slice(0, 13)}`;

async function canBeShown(page: Page): Promise<void> {
  await password(page).fill('my secret');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await expect(password(page)).toHaveValue('my secret');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
}

test('spec §2, §5 login and registration: links between them, passwords that can be shown, and what is required', async ({
  alice,
  visitor: { page },
}) => {
  await test.step('spec §5: username and password are required; forgot password: an identifier is', async () => {
    await page.goto('/login');
    await expect(username(page)).toBeFocused();
    await signInButton(page).click();
    await expect(page.getByText('Username is required', { exact: true })).toBeVisible();
    await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
    await expect(username(page)).toBeFocused();
    await expect(username(page)).toHaveAccessibleDescription('Username is required');
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true');

    await username(page).fill('   ');
    await password(page).fill('something');
    await password(page).press('Enter');
    await expect(page.getByText('Username is required', { exact: true })).toBeVisible();
    await expect(page.getByText('Password is required', { exact: true })).toBeHidden();

    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    const dialog = page.getByRole('dialog');
    const identifier = dialog.getByLabel('Username or Email');
    for (const nothing of ['', '   ']) {
      await identifier.fill(nothing);
      await identifier.press('Enter');
      await expect(identifier).toHaveAccessibleDescription('Please enter your username or email');
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(signInButton(page)).toBeVisible();
  });

  await test.step('spec §2: links between them, and a password that can be shown', async () => {
    await canBeShown(page);
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page).toHaveURL('/register');
    await expect(create(page)).toBeVisible();
    await canBeShown(page);
    await page.getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL('/login');
    await expect(signInButton(page)).toBeVisible();
  });

  await test.step('spec §5: every field of a registration says what is wrong with it', async () => {
    await page.getByRole('link', { name: 'Register' }).click();
    await create(page).click();
    await expect(username(page)).toHaveAccessibleDescription('Username is required');
    await expect(password(page)).toHaveAccessibleDescription('Password is required');
    await expect(username(page)).toBeFocused();

    await username(page).fill('x'.repeat(65));
    await email(page).fill('nobody@nowhere');
    await password(page).fill('12345');
    await password(page).press('Enter');
    await expect(username(page)).toHaveAccessibleDescription(
      'Username must be at most 64 characters',
    );
    await expect(email(page)).toHaveAccessibleDescription(/Please enter a valid email address/);
    await expect(password(page)).toHaveAccessibleDescription(
      'Password must be at least 6 characters',
    );
    await password(page).fill('é'.repeat(37));
    await expect(password(page)).toHaveAccessibleDescription(
      'Password must be at most 72 characters',
    );
    await expect(page).toHaveURL('/register');

    // §2: a taken name is told by the server, and what was typed stays.
    await typeCredentials(page, alice.username.toUpperCase(), 'another one');
    await email(page).fill('somebody@example.org');
    await create(page).click();
    await expect(toast(page, 'Error', 'This username is already taken')).toBeVisible();
    await expect(page).toHaveURL('/register');
    await expect(username(page)).toHaveAccessibleDescription('This username is already taken');
    await expect(username(page)).toBeFocused();
    await expect(username(page)).toHaveValue(alice.username.toUpperCase());
    await expect(email(page)).toHaveValue('somebody@example.org');
    await expect(password(page)).toHaveValue('another one');
  });

  await test.step('spec §2: a registration says so, leads to /login, and the account opens', async () => {
    const name = newName();
    const address = `${randomUUID()}@example.org`;
    await typeCredentials(page, name, 'my first password');
    await email(page).fill(address);
    await password(page).press('Enter');
    await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(username(page)).toHaveValue(name);
    await expect(password(page)).toBeFocused();
    expect(await canSignIn(name, 'my first password')).toBe(true);

    // The same address, in other letters, belongs to that account now.
    await page.getByRole('link', { name: 'Register' }).click();
    await typeCredentials(page, newName(), 'my first password');
    await email(page).fill(address.toUpperCase());
    await create(page).click();
    await expect(toast(page, 'Error', 'This email address is already in use')).toBeVisible();
  });
});

test('spec §8 login: what goes wrong is told, what was typed stays, and then it leads to /', async ({
  alice,
  visitor: { context, page },
}) => {
  await page.goto('/login');
  await typeCredentials(page, alice.username, 'not the password');
  await signInButton(page).click();
  const refused = toast(page, 'Error', 'Invalid username or password');
  await expect(refused).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(username(page)).toHaveValue(alice.username);
  await expect(password(page)).toHaveValue('not the password');

  // Whether an account exists is nobody's business: the same words for an unknown name.
  await username(page).fill(newName());
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(refused).toBeHidden();
  await signInButton(page).click();
  await expect(refused).toBeVisible();

  await context.setOffline(true);
  await typeCredentials(page, ` ${alice.username.toUpperCase()} `, alice.password);
  await signInButton(page).click();
  await expect(toast(page, 'Error', 'Login failed')).toBeVisible();
  await expect(password(page)).toHaveValue(alice.password);
  await context.setOffline(false);
  // §7: a full-page navigation, which leaves nothing of what the tab held before.
  await page.evaluate(() => Reflect.set(window, 'before', true));
  await password(page).press('Enter');
  await expect(page).toHaveURL('/');
  await expect(panel(page, 'Due Today')).toBeVisible();
  expect(await page.evaluate(() => Reflect.has(window, 'before'))).toBe(false);
});

test('design §4 limits: each form says when to try again, and what fails without words', async ({
  visitor: { page },
}) => {
  const limited = {
    status: 429,
    headers: { 'retry-after': '700' },
    json: {
      message: 'Too many attempts. Please try again in 12 minutes.',
      code: 'too_many_requests',
    },
  };
  await page.goto('/login');
  await typeCredentials(page, 'somebody', 'something');
  for (const [msg, told] of [
    ['Request rate limit reached. Try again in 5 minutes.', 'please try again in 5 minutes.'],
    ['Request rate limit reached', 'please try again in 5 minutes.'],
    ['Too many attempts to sign in to this account. Try again in 40 seconds.', 'in 40 seconds.'],
  ] as const) {
    await page.route('**/auth/v1/token**', (route) =>
      route.fulfill({ status: 429, json: { code: 'over_request_rate_limit', message: msg } }),
    );
    await signInButton(page).click();
    await expect(
      toast(page, 'Error', `Too many attempts.`).filter({ hasText: new RegExp(told, 'i') }),
    ).toBeVisible();
    await page.unroute('**/auth/v1/token**');
  }
  const redemption = '**/functions/v1/account/login';
  await page.route(redemption, (route) => route.fulfill(limited));
  await signInButton(page).click();
  await expect(toast(page, 'Error', limited.json.message)).toBeVisible();

  const forgotten = '**/functions/v1/account/reset-password';
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('dialog').getByLabel('Username or Email').fill('somebody');
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send Reset Email' });
  await page.route(forgotten, (route) => route.abort());
  await send.click();
  await expect(toast(page, 'Error', 'Password reset failed')).toBeVisible();
  await page.unroute(forgotten);
  await page.route(forgotten, (route) => route.fulfill(limited));
  await send.click();
  await expect(toast(page, 'Error', limited.json.message)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();

  const registration = '**/functions/v1/account/register';
  await page.goto('/register');
  await typeCredentials(page, 'somebody', 'something');
  await page.route(registration, (route) => route.abort());
  await create(page).click();
  await expect(toast(page, 'Error', 'Registration failed')).toBeVisible();
  await page.unroute(registration);
  await page.route(registration, (route) => route.fulfill(limited));
  await create(page).click();
  await expect(toast(page, 'Error', limited.json.message)).toBeVisible();
  await expect(password(page)).toHaveValue('something');
});
