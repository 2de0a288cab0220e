import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { toast, typeCustomServer } from './support/administration.ts';
import { setProfile, whenOpen } from './support/frame.ts';
import { startMailServer } from './support/mail-server.ts';

test('spec §7 recovery: configure, test, forget, receive, sign in, choose a new password', async ({
  admin,
  alice,
  visitor,
}) => {
  await using mail = await startMailServer();
  const email = `${alice.username}@example.com`;
  await setProfile(alice, { email });

  // The administrator sets mail up; another open tab is told.
  const setUp = await admin.open('/email-config');
  const elsewhere = await admin.openTab(setUp, '/email-config');
  await expect(elsewhere.getByRole('button', { name: 'Save Configuration' })).toBeVisible();
  await elsewhere.getByLabel('Email Address').fill('half-typed@example.com');
  await typeCustomServer(setUp, mail);
  await setUp.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(toast(setUp, 'Test Email Sent', mail.user)).toBeVisible();
  await mail.receive(mail.user);
  await setUp.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(toast(setUp, 'Email Configuration Saved', mail.user)).toBeVisible();
  const notice = setUp.getByText(`Configured: Custom (localhost:${mail.port}) as ${mail.user}`);
  await expect(notice).toContainText(/since \w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M/);
  await expect(
    elsewhere.getByText(`Configured: Custom (localhost:${mail.port}) as ${mail.user}`),
  ).toBeVisible();
  await expect(elsewhere.getByLabel('Email Address')).toHaveValue('half-typed@example.com');
  await setUp.reload();
  await expect(notice).toBeVisible();
  await expect(setUp.getByLabel('Email Address')).toHaveValue(mail.user);
  await expect(setUp.getByLabel('Password (App Password for Gmail)')).toHaveValue('');

  // Alice forgot her password.
  const { page } = visitor;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(dialog.getByText('Please enter your username or email')).toBeVisible();
  await dialog.getByLabel('Username or Email').fill(alice.username);
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(
    toast(
      page,
      'Password Reset Email Sent',
      'Check your email for the temporary password and login instructions.',
    ),
  ).toBeVisible();
  const { text = '' } = await mail.receive(email);
  expect(text).toContain(alice.username);
  const temporary = /Temporary password: (\S+)/.exec(text)?.[1] ?? '';
  expect(temporary).not.toBe('');

  // The temporary password opens the account, and leads straight to a new one.
  const signIn = async (password: string) => {
    await page.getByLabel('Username', { exact: true }).fill(alice.username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
  };
  await signIn(temporary);
  const change = page.getByRole('dialog', { name: 'Change Password' });
  await whenOpen(change);
  await expect(change.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(change).toBeVisible();
  const chosen = `New-${randomUUID()}`;
  await change.getByLabel('Current Password').fill(temporary);
  await change.getByLabel('New Password', { exact: true }).fill(chosen);
  await change.getByLabel('Confirm New Password').fill(chosen);
  await change.getByRole('button', { name: 'Change Password' }).click();
  await expect(
    toast(page, 'Password Changed', 'Your password has been successfully updated.'),
  ).toBeVisible();
  await expect(change).toBeHidden();

  // The temporary one is used up; the new one is hers.
  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(temporary);
  await expect(toast(page, 'Error', 'Invalid username or password')).toBeVisible();
  await signIn(chosen);
  await expect(page.getByRole('heading', { name: 'Due Today' })).toBeVisible();
});
