import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { overflowOf } from './support/administration.ts';
import { expectNoFindings } from './support/axe.ts';
import { holdRequests, signInButton, typeCredentials } from './support/frame.ts';
import { toast } from './support/tasks.ts';

const REGISTRATION = '**/functions/v1/account/registration';
const CHECK = '**/functions/v1/account/check-invitation';
const REGISTER = '**/functions/v1/account/register';
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const setupCode = (page: Page) => page.getByLabel('Setup code');

/** The server's word on who may register; that it holds to it is tried in exposed.spec.ts. */
async function registrationIs(page: Page, mode: string, setup = false): Promise<void> {
  await page.unroute(REGISTRATION);
  await page.route(REGISTRATION, (route) => route.fulfill({ json: { mode, setup } }));
}

test('design §4 registration: what the screen says before anybody has typed', async ({
  visitor: { page },
}) => {
  await test.step('the sign-in asks the server nothing, and waits for nothing new', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/login');
    await expect(signInButton(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => /^\/(functions|auth|rest|realtime|api)\//.test(path))).toEqual(
      [],
    );
  });

  await test.step('nothing of the form while the server is asked, then a retry', async () => {
    const answer = await holdRequests(page, REGISTRATION);
    await page.goto('/register');
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(create(page)).toBeHidden();
    await expectNoFindings(page, 'loading');
    answer();
    await expect(create(page)).toBeVisible();
    await expect(setupCode(page)).toBeHidden();

    await page.unroute(REGISTRATION);
    await page.route(REGISTRATION, (route) => route.abort());
    await page.reload();
    await expect(page.getByText('The form could not be loaded')).toBeVisible();
    await expect(page.getByText('No connection to the server.')).toBeVisible();
    await expectNoFindings(page, 'not loaded');
    await page.unroute(REGISTRATION);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(create(page)).toBeVisible();
  });

  await test.step('closed, by invitation and an invalid one say what to do', async () => {
    const notices = [
      [
        'closed',
        '/register',
        'Registration is closed',
        'Ask an administrator of this installation',
      ],
      ['invite', '/register', 'Registration is by invitation', 'Ask an administrator of this'],
      ['invite', '/register#invitation=gone', 'This invitation is not valid', 'Ask for a new one.'],
      ['closed', '/register#invitation=gone', 'Registration is closed', 'for an account.'],
    ] as const;
    for (const [mode, path, title, hint] of notices) {
      await registrationIs(page, mode);
      await page.goto('about:blank');
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
      await expect(page.getByText(hint)).toBeVisible();
      await expect(create(page)).toBeHidden();
      await expect(page).toHaveURL('/register');
      await expectNoFindings(page, title);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await overflowOf(page)).toBe(0);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    await page.getByRole('link', { name: 'Log In' }).press('Enter');
    await expect(signInButton(page)).toBeVisible();
  });

  await test.step('an invitation that cannot be looked at now can be tried again', async () => {
    const limited = 'Too many attempts. Please try again in 5 minutes.';
    await registrationIs(page, 'invite');
    await page.goto('about:blank');
    await page.route(CHECK, (route) =>
      route.fulfill({ status: 429, json: { message: limited, code: 'too_many_requests' } }),
    );
    await page.goto('/register#invitation=mine');
    await expect(page.getByText(limited)).toBeVisible();
    await page.unroute(CHECK);
    await page.route(CHECK, (route) => route.fulfill({ json: { email: 'bert@example.org' } }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Email (Optional)')).toHaveValue('bert@example.org');
  });
});

test('design §4 registration: an account, where it is open, and what the server refuses', async ({
  visitor: { page },
}) => {
  await test.step('nobody needs the invitation that is not valid', async () => {
    await page.goto('/register#invitation=gone');
    await expect(page.getByText('Your invitation is not valid, but you can')).toBeVisible();
    await expect(page).toHaveURL('/register');
    await typeCredentials(page, `Newcomer ${randomUUID().slice(0, 13)}`, 'my first password');
    await expectNoFindings(page, 'without an invitation');
    await create(page).click();
    await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  await test.step('what the server refuses stands by its field, and nothing typed is lost', async () => {
    await page.getByRole('link', { name: 'Register' }).click();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await typeCredentials(page, 'anna', 'my first password');
    await field('Email (Optional)').fill('anna@example.org');
    const refuse = async (code: string, message: string) => {
      await page.unroute(REGISTER);
      await page.route(REGISTER, (route) =>
        route.fulfill({ status: 403, json: { message, code } }),
      );
      await create(page).click();
    };
    await refuse('username_taken', 'This username is already taken');
    await expect(field('Username')).toHaveAccessibleDescription('This username is already taken');
    await expect(field('Username')).toBeFocused();
    await refuse('email_taken', 'This email address is already in use');
    await expect(field('Email (Optional)')).toHaveAccessibleDescription(/is already in use/);
    await expect(field('Username')).toHaveAccessibleDescription('');
    const form = page.locator('form');
    for (const [code, message] of [
      ['registration_closed', 'Registration is closed. Ask an administrator for an account.'],
      ['invitation_required', 'Registration is by invitation. Ask an administrator for one.'],
      ['invitation_invalid', 'This invitation is not valid. Ask for a new one.'],
    ] as const) {
      await refuse(code, message);
      await expect(form.getByRole('alert')).toHaveText(message);
    }

    // The installation was emptied meanwhile: the field that is missing comes.
    await expect(setupCode(page)).toBeHidden();
    await registrationIs(page, 'open', true);
    await refuse('setup_code_required', 'Enter the setup code that was printed.');
    await expect(setupCode(page)).toHaveAccessibleDescription(
      /Enter the setup code that was printed/,
    );
    await expect(form.getByText(/^Registration/)).toBeHidden();
    await expectNoFindings(page, 'setup');
    await create(page).click();
    await expect(setupCode(page)).toHaveAccessibleDescription(/Please enter the setup code/);
    await expect(setupCode(page)).toBeFocused();
    await setupCode(page).fill('WRNG-WRNG-WRNG-WRNG');
    await refuse('setup_code_wrong', 'The setup code is not right');
    await expect(setupCode(page)).toHaveAccessibleDescription(/The setup code is not right/);
    await expect(toast(page, 'Error', 'The setup code is not right')).toBeVisible();
    await expect(setupCode(page)).toHaveValue('WRNG-WRNG-WRNG-WRNG');
    await expect(field('Username')).toHaveValue('anna');
    await expect(field('Email (Optional)')).toHaveValue('anna@example.org');
    await expect(field('Password')).toHaveValue('my first password');
  });
});
