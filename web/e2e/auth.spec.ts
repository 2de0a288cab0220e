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

test('§5 login: username and password are required', async ({ visitor: { page } }) => {
  await page.goto('/login');
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
});

test('§8 login: a wrong password is told, and what was typed stays', async ({
  alice,
  visitor: { page },
}) => {
  await page.goto('/login');
  await typeCredentials(page, alice.username, 'not the password');
  await signInButton(page).click();
  await expect(toast(page, 'Error', 'Invalid username or password')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(username(page)).toHaveValue(alice.username);
  await expect(password(page)).toHaveValue('not the password');

  // Whether an account exists is nobody's business: the same words for an unknown name.
  await username(page).fill(newName());
  await page.getByRole('button', { name: 'Close' }).click();
  await signInButton(page).click();
  await expect(toast(page, 'Error', 'Invalid username or password')).toBeVisible();
});

test("§8 login: 'Login failed' where the server says nothing", async ({ alice, visitor }) => {
  const { context, page } = visitor;
  await page.goto('/login');
  await typeCredentials(page, alice.username, 'wrong');
  await signInButton(page).click();
  await expect(toast(page, 'Error', 'Invalid username or password')).toBeVisible();
  await context.setOffline(true);
  await password(page).fill(alice.password);
  await signInButton(page).click();
  await expect(toast(page, 'Error', 'Login failed')).toBeVisible();
  await expect(password(page)).toHaveValue(alice.password);
  await context.setOffline(false);
  await signInButton(page).click();
  await expect(panel(page, 'Due Today')).toBeVisible();
});

test('§7 login: the Enter key signs in and leads to /', async ({ alice, visitor: { page } }) => {
  await page.goto('/login');
  await typeCredentials(page, ` ${alice.username.toUpperCase()} `, alice.password);
  await password(page).press('Enter');
  await expect(page).toHaveURL('/');
  await expect(panel(page, 'Due Today')).toBeVisible();
});

test('§2 login: the password is hidden, and shown when asked', async ({ visitor: { page } }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await password(page).fill('my secret');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show what is typed' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await expect(password(page)).toHaveValue('my secret');
    await page.getByRole('button', { name: 'Hide what is typed' }).click();
    await expect(password(page)).toHaveAttribute('type', 'password');
  }
});

test('§2 login: links lead to /register and back', async ({ visitor: { page } }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL('/register');
  await expect(create(page)).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
  await expect(signInButton(page)).toBeVisible();
});

test("§5 forgot password: 'Please enter your username or email'", async ({ visitor: { page } }) => {
  await page.goto('/login');
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

test('§5 registration: every field says what is wrong with it', async ({ visitor: { page } }) => {
  await page.goto('/register');
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
});

test('§2 registration: a taken username is told and what was typed stays', async ({
  alice,
  visitor: { page },
}) => {
  await page.goto('/register');
  await typeCredentials(page, alice.username.toUpperCase(), 'another one');
  await email(page).fill('somebody@example.org');
  await create(page).click();
  await expect(toast(page, 'Error', 'This username is already taken')).toBeVisible();
  await expect(page).toHaveURL('/register');
  await expect(username(page)).toHaveValue(alice.username.toUpperCase());
  await expect(email(page)).toHaveValue('somebody@example.org');
  await expect(password(page)).toHaveValue('another one');
});

test('§2 registration: success says so, leads to /login, and the account opens', async ({
  visitor: { page },
}) => {
  const name = newName();
  const address = `${randomUUID()}@example.org`;
  await page.goto('/register');
  await typeCredentials(page, name, 'my first password');
  await email(page).fill(address);
  await password(page).press('Enter');
  await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await canSignIn(name, 'my first password')).toBe(true);

  // The same address, in other letters, belongs to that account now.
  await page.goto('/register');
  await typeCredentials(page, newName(), 'my first password');
  await email(page).fill(address.toUpperCase());
  await create(page).click();
  await expect(toast(page, 'Error', 'This email address is already in use')).toBeVisible();
});
