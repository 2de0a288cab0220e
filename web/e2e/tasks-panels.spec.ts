import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './support/frame.ts';
import { PULL } from './support/network.ts';
import { whenRowsKept } from './support/offline.ts';
import { addTasks, moveTo, openOn, panel, row, toast } from './support/tasks.ts';

const wednesday = '2026-03-04';
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' });

/** Title and due date of tasks for each panel, named as seen from a Wednesday. */
const week = [
  { title: 'Undated', due_date: null },
  { title: 'Last month', due_date: '2026-02-27' },
  { title: 'Yesterday', due_date: '2026-03-03' },
  { title: 'Today', due_date: '2026-03-04' },
  { title: 'Tomorrow', due_date: '2026-03-05' },
  { title: 'Saturday', due_date: '2026-03-07' },
  { title: 'Next Sunday', due_date: '2026-03-08' },
  { title: 'Next Saturday', due_date: '2026-03-14' },
  { title: 'In two weeks', due_date: '2026-03-18' },
  { title: 'Next month', due_date: '2026-04-02' },
];
const march = week
  .filter(({ due_date }) => due_date?.startsWith('2026-03'))
  .map(({ title }) => title);

async function expectPanel(page: Page, heading: string, ...titles: string[]) {
  const region = panel(page, heading);
  await expect(region.getByRole('listitem')).toHaveCount(titles.length);
  for (const title of titles) await expect(row(region, title)).toBeVisible();
  await expect(region.getByText(String(titles.length), { exact: true }).first()).toBeVisible();
}

/** The left edge that these panels share, of which each stands below the one before. */
async function columnOf(page: Page, ...headings: string[]): Promise<number> {
  const boxes = await Promise.all(headings.map((each) => panel(page, each).boundingBox()));
  const tops = boxes.map((box) => box?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const lefts = new Set(boxes.map((box) => box?.x ?? 0));
  expect(lefts.size).toBe(1);
  return Math.min(...lefts);
}

async function choose(page: Page, option: string) {
  await page.getByRole('combobox', { name: 'Tasks to show' }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('spec §4 grouping: every task stands where its date belongs, with a count in every panel', async ({
  alice,
}) => {
  await addTasks(alice, ...week);
  const page = await openOn(alice, wednesday);
  await expectPanel(page, 'No Due Date', 'Undated');
  await expectPanel(page, 'Due Today', 'Last month', 'Yesterday', 'Today');
  await expectPanel(page, 'Due Tomorrow', 'Tomorrow');
  await expectPanel(page, 'Rest of This Week', 'Saturday');
  await expectPanel(page, 'Completed Today');
  await expectPanel(page, 'Next Week', 'Next Sunday', 'Next Saturday');
  await page.getByRole('combobox', { name: 'Tasks to show' }).click();
  await expect(page.getByRole('option')).toHaveText(['Next Week', 'This Month', 'All']);
  await page.getByRole('option', { name: 'This Month' }).click();
  await expectPanel(page, 'This Month', ...march);
  await choose(page, 'All');
  await expectPanel(page, 'All', ...week.map(({ title }) => title));

  await test.step('spec §2 what is to do on the left, what is done and the selector on the right', async () => {
    const left = ['No Due Date', 'Due Today', 'Due Tomorrow', 'Rest of This Week'];
    const right = ['Completed Today', 'All'];
    expect(await columnOf(page, ...left)).toBeLessThan(await columnOf(page, ...right));
  });

  await test.step('design §8: the range is kept; one click moves what is overdue to today, with one Undo', async () => {
    await page.reload();
    await expectPanel(page, 'All', ...week.map(({ title }) => title));
    await expect(page.getByText('March 4 · 3 to do, 0 done')).toBeVisible();
    await expect(panel(page, 'Rest of This Week').getByText('Mar 6 to 7')).toBeVisible();
    const overdue = page.getByRole('list', { name: 'Overdue 2' });
    await expect(overdue.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Move all to today' }).click();
    await expect(overdue).toBeHidden();
    await expectPanel(page, 'Due Today', 'Last month', 'Yesterday', 'Today');
    await toast(page, 'Success', 'Tasks updated successfully!')
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(overdue.getByRole('listitem')).toHaveCount(2);
    await choose(page, 'Next Week');
  });

  await test.step('on a Sunday the week lies ahead', async () => {
    await moveTo(page, '2026-03-01');
    await expectPanel(page, 'Due Today', 'Last month');
    await expectPanel(page, 'Due Tomorrow');
    const days = ['Yesterday', 'Today', 'Tomorrow', 'Saturday'];
    await expectPanel(page, 'Rest of This Week', ...days);
    await expectPanel(page, 'Next Week', 'Next Sunday', 'Next Saturday');
  });

  await test.step('on a Saturday tomorrow is next week, and nothing is left of this one', async () => {
    await moveTo(page, '2026-03-07');
    await expectPanel(page, 'Due Tomorrow', 'Next Sunday');
    await expectPanel(page, 'Rest of This Week');
    await expectPanel(page, 'Next Week', 'Next Sunday', 'Next Saturday');
  });

  await test.step('on the last day of a month the week goes on, the month does not', async () => {
    await moveTo(page, '2026-03-31');
    await expectPanel(page, 'Due Today', 'Last month', ...march);
    await expectPanel(page, 'Rest of This Week', 'Next month');
    await choose(page, 'This Month');
    await expectPanel(page, 'This Month', ...march);
  });
});

test('spec §2 panels: a skeleton on the first visit, empty texts, an error with a retry; a second visit draws at once', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');
  await test.step('spec §2: the first visit', async () => {
    const skeleton = page.getByText('Loading tasks...');
    const release = await holdRequests(page, PULL);
    await page.goto('/');
    await expect(skeleton).toBeAttached();
    await expect(panel(page, 'Due Today')).toBeHidden();
    // Which day it is needs nobody's answer.
    await expect(page.getByText(weekday.format(new Date()), { exact: true })).toBeVisible();
    release();
    await expect(panel(page, 'Due Today')).toBeVisible();
    await expect(skeleton).toBeHidden();
    await page.unrouteAll();

    for (const [heading, text] of [
      ['Due Today', 'No more tasks due today. Yay!'],
      ['Due Tomorrow', 'No tasks due tomorrow'],
      ['Rest of This Week', 'No more tasks due this week.'],
      ['Completed Today', 'No tasks completed today'],
      ['Next Week', 'No tasks due next week'],
    ] as const) {
      await expect(panel(page, heading).getByText(text, { exact: true })).toBeVisible();
      await expect(panel(page, heading).getByText('0', { exact: true })).toBeVisible();
    }
    await expect(panel(page, 'No Due Date')).toBeHidden();
    for (const [option, text] of [
      ['This Month', 'No tasks due this month'],
      ['All', 'No tasks found'],
    ] as const) {
      await choose(page, option);
      await expect(panel(page, option).getByText(text, { exact: true })).toBeVisible();
    }

    const other = await alice.open('about:blank');
    await other.route(PULL, (route) => route.abort());
    await other.goto('/');
    await expect(other.getByText('Your tasks could not be loaded')).toBeVisible();
    const asked = other.waitForRequest(PULL);
    await other.getByRole('button', { name: 'Try again' }).click();
    await asked;
    // It is tried again without being asked, too.
    await other.unrouteAll();
    await expect(panel(other, 'Due Today')).toBeVisible();
  });

  await test.step('design §5: a second visit draws from the device, whatever the server answers', async () => {
    await addTasks(alice, { title: 'Buy milk' });
    await expect(row(panel(page, 'No Due Date'), 'Buy milk')).toBeVisible();
    const release = await holdRequests(page, PULL);
    await addTasks(alice, { title: 'Meanwhile' });
    await page.reload();
    await expect(row(panel(page, 'No Due Date'), 'Buy milk')).toBeVisible();
    release();
    await expect(row(panel(page, 'No Due Date'), 'Meanwhile')).toBeVisible();
    await whenRowsKept(page, alice.id, 'tasks', 2);
    await page.route(PULL, (route) => route.abort());
    await page.reload();
    await expect(row(panel(page, 'No Due Date'), 'Meanwhile')).toBeVisible();
    await expect(page.getByText('could not be loaded')).toBeHidden();

    // The client of the server has not even come yet: the copy needs none.
    const { promise: client, resolve: letClientCome } = Promise.withResolvers<void>();
    await page.unrouteAll();
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('GoTrueClient')) await client;
      await route.fulfill({ response });
    });
    const asked = page.waitForRequest(PULL);
    await page.reload();
    await expect(row(panel(page, 'No Due Date'), 'Meanwhile')).toBeVisible();
    letClientCome();
    await asked;
    await page.unrouteAll({ behavior: 'wait' });
  });
});
