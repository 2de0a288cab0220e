import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { findUser, overflowOf } from './support/administration.ts';
import { codeOf } from './support/authenticator.ts';
import { expectNoFindings } from './support/axe.ts';
import { typeCredentials } from './support/frame.ts';
import { addTasks, toast } from './support/tasks.ts';

/** Turns two-step sign-in on in Settings, Security. */
async function turnOn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Turn on…' }).click();
  const key = await dialog.getByText(/^Or type this key/).textContent();
  const code = dialog.getByLabel('Code', { exact: true });
  await code.fill(codeOf(/[A-Z2-7]{32}/.exec(key ?? '')?.[0] ?? ''));
  await code.press('Enter');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('On. Signing in asks')).toBeVisible();
}

test('design §4 two steps: turned on with a code, asked for at the next sign-in, recovered, turned off', async ({
  alice,
  visitor,
}) => {
  await addTasks(alice, { title: 'Behind two doors' });
  const page = await alice.open('/settings?tab=security', {
    viewport: { width: 390, height: 844 },
  });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Turn on…' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  await expectNoFindings(page, 'the QR code', { within: '[role=dialog]' });
  const key = await dialog.getByText(/^Or type this key/).textContent();
  const secret = /[A-Z2-7]{32}/.exec(key ?? '')?.[0] ?? '';
  const code = dialog.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/not right|Invalid TOTP/);
  await code.fill(codeOf(secret));
  await code.press('Enter');
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(8);
  const recovery = await codes.first().textContent();
  await expectNoFindings(page, 'the recovery codes', { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('On. Signing in asks')).toBeVisible();

  const elsewhere = visitor.page;
  const asked = elsewhere.getByRole('dialog', { name: 'Enter Your Code' });
  await test.step('the password alone shows nothing; a code does', async () => {
    await elsewhere.goto('/login');
    await typeCredentials(elsewhere, alice.username, alice.password);
    await elsewhere.keyboard.press('Enter');
    await expect(asked).toBeVisible();
    await elsewhere.keyboard.press('Escape');
    await expect(asked).toBeVisible();
    // No screen behind it, which would say that nothing could be loaded; after a reload neither.
    await expect(elsewhere.locator('main')).toHaveCount(0);
    await elsewhere.reload();
    await expect(asked).toBeVisible();
    await expect(elsewhere.locator('main')).toHaveCount(0);
    await expect(elsewhere.getByText(/could not be loaded|Reconnecting|two doors/)).toHaveCount(0);
    await expectNoFindings(elsewhere, 'the second step', { within: '[role=dialog]' });
    // Each code is taken once; the next one is right already.
    await asked.getByLabel('Code', { exact: true }).fill(codeOf(secret, 30));
    await elsewhere.keyboard.press('Enter');
    await expect(elsewhere.getByText('Behind two doors')).toBeVisible();
    await expect(asked).toBeHidden();
  });

  await test.step('a recovery code does too', async () => {
    await visitor.context.clearCookies();
    await elsewhere.goto('/login');
    await typeCredentials(elsewhere, alice.username, alice.password);
    await elsewhere.keyboard.press('Enter');
    await asked.getByLabel('Code', { exact: true }).fill('abcd-abcd-abcd-abcd');
    await elsewhere.keyboard.press('Enter');
    await expect(asked.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
      'This recovery code is not right',
    );
    await asked.getByLabel('Code', { exact: true }).fill(recovery ?? '');
    await elsewhere.keyboard.press('Enter');
    await expect(elsewhere.getByText('Behind two doors')).toBeVisible();
  });

  await test.step('the password turns it off', async () => {
    await page.getByRole('button', { name: 'Turn off…' }).click();
    await dialog.getByLabel('Current Password').fill(alice.password);
    await page.keyboard.press('Enter');
    await expect(
      toast(page, 'Two-Step Sign-In Off', 'Your password alone signs you in.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on…' })).toBeVisible();
  });
});

test('design §4 two steps: an administrator takes it off somebody who is locked out', async ({
  admin,
  alice,
}) => {
  const session = await alice.open('/settings?tab=security');
  await turnOn(session);
  const page = await admin.open('/admin');
  const own = await findUser(page, admin.username);
  const turnOff = { name: /^Turn off two-step sign-in of/ };
  await expect(own.getByRole('button', turnOff)).toHaveCount(0);
  const row = await findUser(page, alice.username);
  await expectNoFindings(page, 'the row');
  await row.getByRole('button', turnOff).click();
  const asked = page.getByRole('alertdialog', { name: 'Turn Off Two-Step Sign-In' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', turnOff).click();
  await asked.getByRole('button', { name: 'Turn Off' }).click();
  const said = `${alice.username} signs in with the password alone now.`;
  await expect(toast(page, 'Two-Step Sign-In Off', said)).toBeVisible();
  await expect(row.getByRole('button', turnOff)).toHaveCount(0);
  const line = `${admin.username} turned off the two-step sign-in of ${alice.username}`;
  await expect(page.getByText(line)).toBeVisible();
  await session.reload();
  await expect(session.getByText('Off. With it')).toBeVisible();
});
