import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { serviceClient } from './support/actor.ts';
import { chooseFrom, toast, typeCustomServer } from './support/administration.ts';
import { startMailServer } from './support/mail-server.ts';

// What is stored is one row: only recovery.spec.ts writes it. Here the answers to saving are made up.
const CONFIGURE = '**/functions/v1/admin/configure-email';
const TEST = '**/functions/v1/admin/test-email';
const PASSWORD = 'Password (App Password for Gmail)';

test('§5 e-mail config: every rule and its message', async ({ admin }) => {
  const page = await admin.open('/email-config');
  await page.getByLabel('Email Address').fill('nobody');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(
    toast(page, 'Missing Information', 'Please fill in email and password before testing'),
  ).toBeVisible();
  await chooseFrom(page, 'Email Service', 'Custom');
  await page.getByLabel('Host').fill('');
  await page.getByLabel('Port').fill('');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  for (const message of [
    'Please enter a valid email address',
    'Password is required',
    'Please enter the host name of the mail server',
    'Please enter the port of the mail server',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await page.getByLabel('Port').fill('70000');
  await expect(page.getByText('Port must be a number from 1 to 65535')).toBeVisible();
  await chooseFrom(page, 'Security', 'TLS');
  await page.getByLabel('Port').fill('');
  await chooseFrom(page, 'Security', 'STARTTLS');
  await expect(page.getByLabel('Port')).toHaveValue('587');
  await chooseFrom(page, 'Security', 'TLS');
  await expect(page.getByLabel('Port')).toHaveValue('465');
});

test('§5 e-mail config: a service has to be chosen', async ({ admin }) => {
  const page = await admin.open('about:blank');
  await page.route('**/functions/v1/admin/email', (route) =>
    route.fulfill({
      json: {
        configured: false,
        emailService: null,
        emailUser: null,
        emailHost: null,
        emailPort: null,
        emailSecurity: null,
        updatedAt: null,
      },
    }),
  );
  await page.goto('/email-config');
  await expect(page.getByText('Not configured yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(page.getByText('Please select an email service', { exact: true })).toBeVisible();
  await chooseFrom(page, 'Email Service', 'Gmail');
  await expect(page.getByText('Please select an email service', { exact: true })).toBeHidden();
  await expect(page.getByText(/Enable 2-factor authentication/)).toBeVisible();
  await expect(page.getByText(/16-character app password for Mail/)).toBeVisible();
  await chooseFrom(page, 'Email Service', 'Yahoo');
  await expect(page.getByText(/16-character app password/)).toBeHidden();
});

test('§8 E-mail: saving, by a server that takes it, refuses it, breaks and is gone', async ({
  admin,
}) => {
  const page = await admin.open('/email-config');
  await chooseFrom(page, 'Email Service', 'Outlook');
  await page.getByLabel('Email Address').fill('chief@example.com');
  await page.getByLabel(PASSWORD).fill('secret');
  const save = page.getByRole('button', { name: 'Save Configuration' });
  const answers = [
    [{ status: 200, json: { success: true } }, 'Email Configuration Saved', 'chief@example.com'],
    [
      { status: 409, json: { message: 'No key', code: 'no_key' } },
      'Configuration Failed',
      'No key',
    ],
    [{ status: 400, body: '' }, 'Configuration Failed', 'Failed to configure email service'],
    [{ status: 500, body: '' }, 'Error', 'Failed to save email configuration'],
  ] as const;
  for (const [answer, title, text] of answers) {
    await page.route(CONFIGURE, (route) => route.fulfill(answer));
    await save.click();
    await expect(toast(page, title, text)).toBeVisible();
    await page.unroute(CONFIGURE);
  }
  await page.route(CONFIGURE, (route) => route.abort());
  await save.click();
  await expect(toast(page, 'Error', 'Failed to save email configuration')).toBeVisible();
});

test('§8 E-mail: testing, over a real server, with a wrong password, a wrong port, and none', async ({
  admin,
}) => {
  await using mail = await startMailServer();
  const page = await admin.open('/email-config');
  await typeCustomServer(page, mail);
  const button = page.getByRole('button', { name: 'Test', exact: true });
  await button.click();
  await expect(toast(page, 'Test Email Sent', mail.user)).toBeVisible();
  expect((await mail.receive(mail.user)).subject).toBe('Almanac can send mail');
  await page.getByLabel(PASSWORD).fill('wrong');
  await button.click();
  await expect(toast(page, 'Test Failed', 'did not accept the password')).toBeVisible();
  await page.getByLabel('Port').fill('1');
  await button.click();
  await expect(toast(page, 'Test Failed', 'localhost:1 refused the connection')).toBeVisible();
  await page.route(TEST, (route) => route.fulfill({ status: 400, body: '' }));
  await button.click();
  await expect(toast(page, 'Test Failed', 'Email test failed')).toBeVisible();
  await page.unroute(TEST);
  await page.route(TEST, (route) => route.abort());
  await button.click();
  await expect(toast(page, 'Test Error', 'Failed to test email configuration')).toBeVisible();
});

test('§6 roles: everybody may open it, the server answers administrators only', async ({
  alice,
  visitor,
}) => {
  await visitor.page.goto('/email-config');
  const plain = await alice.open('/email-config');
  for (const [page, hint] of [
    [visitor.page, 'Please log in as an administrator.'],
    [plain, 'You are signed in without administrator rights.'],
  ] as const) {
    await expect(page.getByText(hint)).toBeVisible();
    await expect(page.getByText('Configured:')).toBeHidden();
    await chooseFrom(page, 'Email Service', 'Outlook');
    await page.getByLabel('Email Address').fill('intruder@example.com');
    await page.getByLabel(PASSWORD).fill('secret');
    await page.getByRole('button', { name: 'Save Configuration' }).click();
    await expect(toast(page, 'Configuration Failed', /sign in|administrators/i)).toBeVisible();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(toast(page, 'Test Failed', /sign in|administrators/i)).toBeVisible();
  }
  const stored = await serviceClient().from('email_settings').select('email_user');
  expect(stored.data).not.toContainEqual({ email_user: 'intruder@example.com' });
  await visitor.page.getByRole('link', { name: 'Log in as administrator' }).click();
  await expect(visitor.page).toHaveURL(/\/login$/);
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`design §8: axe finds nothing in the e-mail configuration, ${theme}, ${width} px`, async ({
      admin,
    }) => {
      await serviceClient().from('profiles').update({ theme }).eq('id', admin.id);
      const page = await admin.open('/email-config', {
        viewport: { width, height: 800 },
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      const findings = async () => (await new AxeBuilder({ page }).analyze()).violations;
      for (const service of ['Gmail', 'Custom']) {
        await chooseFrom(page, 'Email Service', service);
        await page.getByRole('button', { name: 'Save Configuration' }).click();
        await expect(page.getByText('Password is required')).toBeVisible();
        expect(await findings()).toEqual([]);
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  }
}
