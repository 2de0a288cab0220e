import type { Page } from '@playwright/test';
import { PULL } from '../../web/e2e/support/network.ts';

/** Whose account a state is shown with: nobody's, one with nothing in it, in daily use, or with much. */
type Person = 'visitor' | 'beginner' | 'household' | 'crowded';

export type State = {
  name: string;
  person: Person;
  path: string;
  /** What a person does to see it. */
  act?: (page: Page) => Promise<void>;
  /** Not where this width is less, or more: the control is elsewhere there. */
  from?: number;
  below?: number;
};

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first();
export const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
export const key = (name: string) => (page: Page) => page.keyboard.press(name);

export async function choose(page: Page, category: string): Promise<void> {
  await page.getByLabel('Category', { exact: true }).click();
  await page.getByRole('option', { name: category }).click();
}

/** The first row as a pointer or a finger finds it, and one of its menus. */
export const rowMenu =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    const row = page.locator('[data-panel=dueToday] [data-task]').first();
    await row.hover();
    for (const name of names) await row.getByRole('button', { name }).first().click();
  };

/** The search over everything, with a text in it. */
export const search = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill(text);
};

/** A first visit whose rows do not come. */
export const loading = (path: string) => async (page: Page) => {
  await page.route(PULL, () => new Promise(() => undefined));
  await page.goto(path);
  await page.getByText(/^Loading (tasks|contacts)/).waitFor({ state: 'attached' });
};

export const failing = (path: string) => async (page: Page) => {
  await page.route(PULL, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(path);
  await page.getByText('could not be loaded').waitFor();
};

export async function offline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText(/Reconnecting|Offline/).waitFor();
}
