import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { setProfile } from './support/frame.ts';
import { addCategories, addTasks, openOn, panel, row } from './support/tasks.ts';

const wednesday = '2026-03-04';

const household = [
  { title: 'Pay the rent', category: 'A category with a long name', due_date: '2026-03-01' },
  { title: 'Call', priority: 'high' as const, due_date: '2026-02-27', repeat_type: 'weekly' },
  { title: 'Water', category: 'Work', due_date: '2026-03-04', description: 'All of them' },
  { title: 'A title that takes two lines of a phone', due_date: wednesday },
  { title: 'Coming', category: 'Work', due_date: '2026-03-09' },
];
/** Completed when the tests run, long after that Wednesday. */
const earlier = [
  { title: 'Sweep', category: 'Work', completed: true },
  { title: 'Iron', category: 'A category with a long name', completed: true },
];
const done = {
  title: 'Dust',
  category: 'Work',
  completed: true,
  completed_at: `${wednesday}T08:00:00Z`,
};
const read = { title: 'Read', completed: true, due_date: '2026-03-02' };

/** Where the edge of each of these is, once each. */
async function edges(of: Locator, edge: 'left' | 'right' | 'height'): Promise<number[]> {
  await expect(of.first()).toBeVisible();
  const all = await of.evaluateAll(
    (elements, name) => elements.map((one) => Math.round(one.getBoundingClientRect()[name])),
    edge,
  );
  return [...new Set(all)];
}

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return box;
}

/** The lists that are sorted have taken the place of the first rows. */
async function whenSortable(page: Page) {
  await expect(panel(page, 'Due Today').getByLabel('Drag to reorder')).toHaveCount(4);
}

/** Priorities, categories and dates of Due Today stand one below the other; its rows are so high. */
async function expectColumns(page: Page, height: number) {
  const today = panel(page, 'Due Today');
  const control = (name: string) => today.locator(`[data-control=${name}]:visible`);
  await whenSortable(page);
  expect(await edges(today.getByRole('listitem'), 'height')).toEqual([height]);
  expect(await edges(control('title'), 'left')).toHaveLength(1);
  expect(await edges(control('priority'), 'left')).toHaveLength(1);
  expect(await edges(control('category'), 'left')).toHaveLength(1);
  expect(await edges(today.locator('time:not(.sr-only)'), 'right')).toHaveLength(1);
}

test('design §8: the day is one surface, with rows of one height whose parts stand in columns', async ({
  alice,
}) => {
  await addCategories(alice, 'Work', 'A category with a long name');
  await addTasks(alice, ...household, ...earlier);

  await test.step('with a mouse: two columns of at most 1,200 px, rows of 44', async () => {
    const page = await openOn(alice, wednesday, 'UTC', { viewport: { width: 1600, height: 900 } });
    await expectColumns(page, 44);
    const [today, tomorrow, right] = await Promise.all(
      ['Due Today', 'Due Tomorrow', 'Completed Today'].map((name) => boxOf(panel(page, name))),
    );
    if (!today || !tomorrow || !right) throw new Error('A panel is missing');
    const width = right.x + right.width - today.x;
    expect(Math.round(width)).toBe(1200);
    expect(today.width / width).toBeCloseTo(0.6, 1);
    expect(Math.round(tomorrow.y - (today.y + today.height))).toBe(32);
    await expect(page.getByText('Wednesday', { exact: true })).toHaveCSS('font-size', '28px');
    for (const section of await page.getByRole('region').all()) {
      await expect(section).toHaveCSS('box-shadow', 'none');
      await expect(section).toHaveCSS('border-top-width', '0px');
    }
    // Of what stands in every row only the pointer's has its handle.
    const handle = row(panel(page, 'Due Today'), 'Water')
      .getByLabel('Drag to reorder')
      .locator('..');
    await expect(handle).toHaveCSS('opacity', '0');
    await row(panel(page, 'Due Today'), 'Water').hover();
    await expect(handle).toHaveCSS('opacity', '1');
    await page.setViewportSize({ width: 1024, height: 768 });
    await expectColumns(page, 44);
  });

  await test.step('on a tablet: one column, rows of 52', async () => {
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 900, height: 1180 } };
    const page = await openOn(alice, wednesday, 'UTC', touch);
    await expectColumns(page, 52);
    await addTasks(alice, done);
    const dots = (name: string) => panel(page, name).locator('[class*=bg-dot]');
    expect(await edges(dots('Completed Today'), 'left')).toEqual(
      await edges(dots('Due Today'), 'left'),
    );
    await page.goto('/completed');
    const list = page.getByRole('list', { name: 'Completed tasks' });
    await expect(list.locator('[class*=bg-dot]')).toHaveCount(earlier.length + 1);
    expect(await edges(list.locator('[class*=bg-dot]'), 'left')).toHaveLength(1);
  });

  await test.step('on a phone: what is due first, what is done last; no handles; a date alone needs no line', async () => {
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    const page = await openOn(alice, wednesday, 'UTC', touch);
    const today = panel(page, 'Due Today');
    await whenSortable(page);
    expect(await edges(today.locator('[data-control=priority]'), 'left')).toHaveLength(1);
    const names = [
      'Due Today',
      'Due Tomorrow',
      'Rest of This Week',
      'Next Week',
      'Completed Today',
    ];
    const tops = await Promise.all(names.map(async (name) => (await boxOf(panel(page, name))).y));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    const handles = today.getByLabel('Drag to reorder').locator('..');
    await expect(handles.first()).toHaveCSS('opacity', '0');
    await addTasks(alice, { ...read, completed_at: `${wednesday}T09:00:00Z` });
    await page.getByRole('button', { name: 'Unfold Completed Today' }).tap();
    const task = row(panel(page, 'Completed Today'), 'Read');
    const [title, date] = [task.locator('[data-control=title]'), task.locator('time')];
    await expect(date).toBeVisible();
    const [titleBox, dateBox] = [await boxOf(title), await boxOf(date)];
    expect(dateBox.y).toBeLessThan(titleBox.y + titleBox.height);
    expect(dateBox.x).toBeGreaterThan(titleBox.x + 100);
  });
});

test('design §8: the calendar has Today, Tomorrow, Next week and No date; the week begins as chosen', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Plan', due_date: wednesday });
  await setProfile(alice, { week_start: 1 });
  const page = await openOn(alice, wednesday);
  const dialog = page.getByRole('dialog', { name: 'Edit Task' });
  await expect(panel(page, 'Rest of This Week').getByText('Mar 6 to 8')).toBeVisible();
  await row(panel(page, 'Due Today'), 'Plan').getByRole('button', { name: 'Edit task' }).click();
  for (const [name, date] of [
    ['Tomorrow', 'Mar 5, 2026'],
    ['Next week', 'Mar 9, 2026'],
    ['No date', 'No date'],
    ['Today', 'Mar 4, 2026'],
  ] as const) {
    await dialog.getByRole('button', { name: /^Due Date/ }).click();
    // March begins on a Sunday: its first week has six days of February.
    await expect(page.getByRole('gridcell').first()).toHaveText('23');
    await page.getByRole('button', { name, exact: true }).click();
    await expect(dialog.getByRole('button', { name: `Due Date: ${date}` })).toBeVisible();
  }
});
