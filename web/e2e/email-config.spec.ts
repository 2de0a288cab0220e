import { expect, test } from './fixtures.ts';
import { chooseFrom, overflowOf, toast, typeCustomServer } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { settled, toastRegion } from './support/frame.ts';
import { startMailServer } from './support/mail-server.ts';

// What is stored is one row: only recovery.spec.ts writes it. Here the answers to saving are made up.
const CONFIGURE = '**/functions/v1/admin/configure-email';
const TEST = '**/functions/v1/admin/test-email';
const PASSWORD = 'Password (App Password for Gmail)';

const UNCONFIGURED = {
  configured: false,
  emailService: null,
  emailUser: null,
  emailHost: null,
  emailPort: null,
  emailSecurity: null,
  updatedAt: null,
};

test('spec §5, §8 e-mail config: every rule and its message, saving and testing', async ({
  admin,
}) => {
  const page = await admin.open('about:blank');

  await test.step('spec §5: every rule and its message', async () => {
    await page.route('**/functions/v1/admin/email', (route) =>
      route.fulfill({ json: UNCONFIGURED }),
    );
    await page.goto('/email-config');
    await expect(page.getByText('Not set up yet.')).toBeVisible();
    const says = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
    const save = page.getByRole('button', { name: 'Save Configuration' });
    await save.click();
    await says('Please select an email service');
    await chooseFrom(page, 'Email Service', 'Gmail');
    await expect(page.getByText('Please select an email service', { exact: true })).toBeHidden();
    await expect(page.getByText(/Enable 2-factor authentication/)).toBeVisible();
    await expect(page.getByText(/16-character app password for Mail/)).toBeVisible();
    await chooseFrom(page, 'Email Service', 'Yahoo');
    await expect(page.getByText(/16-character app password/)).toBeHidden();
    await expect(page.getByLabel('Host')).toBeHidden();

    await page.getByLabel('Email Address').fill('nobody');
    const missing = toast(
      page,
      'Missing Information',
      'Please fill in email and password before testing',
    );
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(missing).toBeVisible();
    await page.keyboard.press('F8');
    await expect(toastRegion(page).getByRole('list')).toBeFocused();
    // Like a window, a toast hears keys a moment after it is drawn.
    await settled(page);
    await page.keyboard.press('Escape');
    await expect(missing).toBeHidden();
    await page.getByLabel('Email Address').fill(' ');
    await page.getByLabel(PASSWORD).fill('secret');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(missing).toBeVisible();
    await page.getByLabel('Email Address').fill('nobody');
    await page.getByLabel(PASSWORD).fill('');
    await chooseFrom(page, 'Email Service', 'Custom');
    await save.click();
    await says('Please enter a valid email address');
    await says('Password is required');
    await says('Please enter the host name of the mail server');
    await says('Please enter the port of the mail server');
    await says('Please select how the connection is secured');
    await expect(page.getByLabel('Host')).toBeFocused();
    await page.getByLabel('Port').fill('70000');
    await says('Port must be a number from 1 to 65535');
    await page.getByLabel('Port').fill('');
    await chooseFrom(page, 'Security', 'STARTTLS');
    await expect(page.getByLabel('Port')).toHaveValue('587');
    await chooseFrom(page, 'Security', 'TLS');
    await expect(page.getByLabel('Port')).toHaveValue('465');
  });

  await test.step('spec §8: testing, over a real server, with a wrong password, a wrong port, and none', async () => {
    await using mail = await startMailServer();
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

  await test.step('spec §8: saving, by a server that takes it, refuses it, breaks and is gone', async () => {
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

  await test.step('design §8: axe finds nothing, and it fits a phone', async () => {
    await page.reload();
    for (const service of ['Gmail', 'Custom']) {
      await chooseFrom(page, 'Email Service', service);
      await page.getByRole('button', { name: 'Save Configuration' }).click();
      await expect(page.getByText('Password is required')).toBeVisible();
      await expectNoFindings(page, service);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflowOf(page)).toBe(0);
  });
});

test('spec §6 roles: everybody may open it, the server answers administrators only', async ({
  alice,
  visitor,
}) => {
  await visitor.page.goto('/email-config');
  const plain = await alice.open('/email-config');
  for (const [page, hint] of [
    [visitor.page, 'Please log in as one.'],
    [plain, 'Ask yours for help.'],
  ] as const) {
    await expect(page.getByText('Only administrators can change this.')).toBeVisible();
    await expect(page.getByText(hint)).toBeVisible();
    await expect(page.getByText('Configured:')).toBeHidden();
    for (const field of [
      page.getByRole('combobox', { name: 'Email Service' }),
      page.getByLabel('Email Address'),
      page.getByLabel(PASSWORD),
      page.getByRole('button', { name: 'Save Configuration' }),
      page.getByRole('button', { name: 'Test', exact: true }),
    ])
      await expect(field).toBeDisabled();
  }
  await visitor.page.getByRole('link', { name: 'Log In' }).click();
  await expect(visitor.page).toHaveURL(/\/login$/);
});
