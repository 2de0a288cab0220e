import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './support/frame.ts';
import { addCategories, addTasks, moveTo, openOn, panel, row } from './support/tasks.ts';

const wednesday = '2026-03-04';

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
  await expect(region.getByText(String(titles.length), { exact: true })).toBeVisible();
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

test('§4 grouping: every task stands where its date belongs, with a count in every panel', async ({
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

  await test.step('§2 what is to do on the left, what is done and the selector on the right', async () => {
    const left = ['No Due Date', 'Due Today', 'Due Tomorrow', 'Rest of This Week'];
    const right = ['Completed Today', 'All'];
    expect(await columnOf(page, ...left)).toBeLessThan(await columnOf(page, ...right));
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

test('§2 panels: a skeleton while tasks or categories load, empty texts, an error with a retry', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');
  const skeleton = page.getByText('Loading tasks...');
  for (const table of ['tasks', 'categories']) {
    const release = await holdRequests(page, `**/rest/v1/${table}*`);
    await page.goto('/');
    await expect(skeleton).toBeAttached();
    await expect(panel(page, 'Due Today')).toBeHidden();
    release();
    await expect(panel(page, 'Due Today')).toBeVisible();
    await expect(skeleton).toBeHidden();
    await page.unrouteAll();
  }

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

  await page.route('**/rest/v1/tasks*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Your tasks could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page, 'Due Today')).toBeVisible();
});

/** When a local day begins and ends, and how rows show it and the next. */
const days = [
  {
    zone: 'Pacific/Pago_Pago',
    day: '2026-03-04',
    begins: '2026-03-04T11:00:00Z',
    ends: '2026-03-05T11:00:00Z',
    shown: ['Mar 4', 'Mar 5'],
  },
  {
    zone: 'UTC',
    day: '2026-03-31',
    begins: '2026-03-31T00:00:00Z',
    ends: '2026-04-01T00:00:00Z',
    shown: ['Mar 31', 'Apr 1'],
  },
  {
    zone: 'Pacific/Tongatapu',
    day: '2026-03-04',
    begins: '2026-03-03T11:00:00Z',
    ends: '2026-03-04T11:00:00Z',
    shown: ['Mar 4', 'Mar 5'],
  },
  // New York's clocks go forward, and back.
  {
    zone: 'America/New_York',
    day: '2026-03-08',
    begins: '2026-03-08T05:00:00Z',
    ends: '2026-03-09T04:00:00Z',
    shown: ['Mar 8', 'Mar 9'],
  },
  {
    zone: 'America/New_York',
    day: '2026-11-01',
    begins: '2026-11-01T04:00:00Z',
    ends: '2026-11-02T05:00:00Z',
    shown: ['Nov 1', 'Nov 2'],
  },
  // Santiago's day begins at one o'clock.
  {
    zone: 'America/Santiago',
    day: '2026-09-06',
    begins: '2026-09-06T04:00:00Z',
    ends: '2026-09-07T03:00:00Z',
    shown: ['Sep 6', 'Sep 7'],
  },
] as const;

test('§9 dates: today is the day on the wall, in every time zone and when clocks change', async ({
  alice,
}) => {
  const second = (moment: string, count: number) =>
    new Date(Date.parse(moment) + count * 1000).toISOString();
  await addTasks(
    alice,
    ...days.flatMap(({ zone, day, begins, ends }) => [
      { title: `${zone} ${day}`, due_date: day },
      ...[second(begins, -1), begins, second(ends, -1), ends].map((completed_at, index) => ({
        title: `${zone} ${day} done ${index}`,
        completed: true,
        completed_at,
      })),
    ]),
  );
  const page = await alice.open('about:blank');
  const devtools = await page.context().newCDPSession(page);
  for (const { zone, day, begins, shown } of days) {
    await test.step(`${zone}, ${day}`, async () => {
      const title = `${zone} ${day}`;
      await devtools.send('Emulation.setTimezoneOverride', { timezoneId: zone });
      await page.clock.setFixedTime(second(begins, 60));
      await page.goto('/');
      const due = row(panel(page, 'Due Today'), title);
      await expect(due).toContainText(shown[0]);
      await expect(due.getByText('Overdue')).toBeHidden();
      const done = panel(page, 'Completed Today');
      await expect(row(done, `${title} done 1`)).toBeVisible();
      await expect(row(done, `${title} done 2`)).toBeVisible();
      await expect(row(done, `${title} done 0`)).toBeHidden();
      await expect(row(done, `${title} done 3`)).toBeHidden();

      await due.getByRole('button', { name: 'Move forward one day' }).click();
      const tomorrow = row(panel(page, 'Due Tomorrow'), title);
      await expect(tomorrow).toContainText(shown[1]);
      await tomorrow.getByRole('button', { name: 'Move back one day' }).click();
      await expect(due).toContainText(shown[0]);
    });
  }
});

test('§4 midnight moves everything on without a reload', async ({ alice }) => {
  await addTasks(
    alice,
    { title: 'Due on Wednesday', due_date: wednesday },
    { title: 'Due on Thursday', due_date: '2026-03-05' },
    { title: 'Done on Wednesday', completed: true, completed_at: `${wednesday}T10:00:00Z` },
    { title: 'Done on Thursday', completed: true, completed_at: '2026-03-05T00:00:10Z' },
  );
  const page = await alice.open('about:blank', { timezoneId: 'UTC' });
  await page.clock.install({ time: new Date(`${wednesday}T23:59:00Z`) });
  await page.goto('/');
  await expect(row(panel(page, 'Due Tomorrow'), 'Due on Thursday')).toBeVisible();
  const done = panel(page, 'Completed Today');
  await expect(row(done, 'Done on Wednesday')).toBeVisible();
  await expect(row(done, 'Done on Thursday')).toBeHidden();

  await expect(page.getByTestId('overdue-dot')).toBeHidden();

  await page.clock.fastForward('02:00');
  const dueToday = panel(page, 'Due Today');
  await expect(row(dueToday, 'Due on Thursday')).toBeVisible();
  await expect(page.getByTestId('overdue-dot')).toBeVisible();
  await expect(row(dueToday, 'Due on Wednesday')).toContainText('Overdue');
  await expect(row(done, 'Done on Thursday')).toBeVisible();
  await expect(row(done, 'Done on Wednesday')).toBeHidden();
});

test('§4 category filter: shows one category, is remembered, and is the same in every tab', async ({
  alice,
}) => {
  await addCategories(alice, 'Work', 'Home');
  await addTasks(
    alice,
    { title: 'Report', category: 'Work', due_date: wednesday },
    { title: 'Dishes', category: 'Home', due_date: wednesday },
  );
  const page = await openOn(alice, wednesday);
  const dueToday = panel(page, 'Due Today');
  const filter = page.getByRole('combobox', { name: 'Category' });
  await expectPanel(page, 'Due Today', 'Report', 'Dishes');
  await expect(filter).toHaveText('All');
  await filter.click();
  await expect(page.getByRole('option')).toHaveText(['All', 'Home', 'Work']);
  await page.getByRole('option', { name: 'Work' }).click();
  await expectPanel(page, 'Due Today', 'Report');
  await expect(row(dueToday, 'Dishes')).toBeHidden();
  const stored = () => page.evaluate(() => localStorage.getItem('selectedCategory'));
  expect(await stored()).toBe('Work');

  await page.reload();
  await expectPanel(page, 'Due Today', 'Report');

  const tab = await alice.openTab(page);
  await tab.getByRole('combobox', { name: 'Category' }).click();
  await tab.getByRole('option', { name: 'All' }).click();
  await expect(row(dueToday, 'Dishes')).toBeVisible();
  expect(await stored()).toBe('all');

  // The choice of a category that is not there any more hides nothing.
  await page.evaluate(() => localStorage.setItem('selectedCategory', 'Gone'));
  await page.reload();
  await expectPanel(page, 'Due Today', 'Report', 'Dishes');
  await expect(filter).toHaveText('All');
});
