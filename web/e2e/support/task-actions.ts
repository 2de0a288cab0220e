import { expect, type Page } from '@playwright/test';
import { pickUp } from './drag.ts';
import { panel, row } from './tasks.ts';

/** The panel of tasks without a date. */
export const undated = (page: Page) => panel(page, 'No Due Date');
/** The checkbox of a task. */
export const box = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: title, exact: true });

/** The titles of a panel's tasks, in their order. */
export async function titles(page: Page, heading = 'No Due Date') {
  return panel(page, heading)
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((each) => each.getAttribute('aria-label')));
}

/** Adds a task of a category that is chosen in the bar: without a dialog. */
export async function quickAdd(page: Page, title: string) {
  const input = page.getByPlaceholder('New task description...');
  await input.fill(title);
  await input.press('Enter');
  await expect(input).toHaveValue('');
}

/** Chooses a category in the bar. */
export async function chooseCategory(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** Renames a task by its dialog. */
export async function rename(page: Page, from: string, to: string) {
  await row(undated(page), from).getByRole('button', { name: from, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Task' });
  await dialog.getByLabel('Title').fill(to);
  await dialog.getByRole('button', { name: 'Update Task' }).click();
  await expect(dialog).toBeHidden();
}

/** Drags a task by keyboard so many places down, or up if negative. */
export async function drag(page: Page, title: string, places: number) {
  await row(undated(page), title).getByRole('button', { name: 'Drag to reorder' }).focus();
  const start = (await titles(page)).indexOf(title) + 1;
  await pickUp(page, new RegExp(`Picked up ${title}, position ${start} `));
  const step = Math.sign(places);
  for (let moved = step; moved !== places + step; moved += step) {
    await page.keyboard.press(step > 0 ? 'ArrowDown' : 'ArrowUp');
    await expect(
      page.getByText(new RegExp(`^${title} is over position ${start + moved} `)),
    ).toBeAttached();
  }
  await page.keyboard.press('Space');
  await expect(page.getByText(new RegExp(`^${title} was dropped`))).toBeAttached();
}
