import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** A toast by its title and text. */
export function toast(page: Page, title: string, text: string | RegExp): Locator {
  return page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ hasText: text });
}

/** The row of a user in the users table, if it is drawn. */
export function userRow(page: Page, username: string): Locator {
  return page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByText(username, { exact: true }) });
}

/** Looks for a user by name and gives the row: of many users only those in sight are drawn. */
export async function findUser(page: Page, username: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(username);
  const row = userRow(page, username);
  await expect(row).toBeVisible();
  return row;
}

/** Fills in the form for a mail server of one's own. */
export async function typeCustomServer(
  page: Page,
  server: { user: string; password: string; port: number },
): Promise<void> {
  await chooseFrom(page, 'Email Service', 'Custom');
  await page.getByLabel('Host').fill('localhost');
  await chooseFrom(page, 'Security', 'None');
  await page.getByLabel('Port').fill(String(server.port));
  await page.getByLabel('Email Address').fill(server.user);
  await page.getByLabel('Password (App Password for Gmail)').fill(server.password);
}

export async function chooseFrom(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
