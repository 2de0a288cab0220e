import { expect, test } from './fixtures.ts';
import { addCategories, addTasks, noonIn, openOn, panel, row } from './support/tasks.ts';

const wednesday = '2026-03-04';

/** Title and due date of one task for each panel, seen from a Wednesday. */
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

test('§2 panels: each task stands where its date belongs, with a count in every panel', async ({
  alice,
}) => {
  await addTasks(alice, ...week);
  const page = await openOn(alice, wednesday);
  const expectPanel = async (heading: string, ...titles: string[]) => {
    const region = panel(page, heading);
    await expect(region.getByRole('listitem')).toHaveCount(titles.length);
    for (const title of titles) await expect(row(region, title)).toBeVisible();
    await expect(region.getByText(String(titles.length), { exact: true })).toBeVisible();
  };
  await expectPanel('No Due Date', 'Undated');
  await expectPanel('Due Today', 'Last month', 'Yesterday', 'Today');
  await expectPanel('Due Tomorrow', 'Tomorrow');
  await expectPanel('Rest of This Week', 'Saturday');
  await expectPanel('Completed Today');
  await expectPanel('Next Week', 'Next Sunday', 'Next Saturday');

  const choose = async (option: string) => {
    await page.getByRole('combobox', { name: 'Tasks to show' }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('This Month');
  await expectPanel(
    'This Month',
    'Yesterday',
    'Today',
    'Tomorrow',
    'Saturday',
    'Next Sunday',
    'Next Saturday',
    'In two weeks',
  );
  await choose('All');
  await expectPanel('All', ...week.map(({ title }) => title));
});

test('§2 panels: every empty panel says so, and No Due Date is left out', async ({ alice }) => {
  const page = await openOn(alice, wednesday);
  await expect(panel(page, 'Due Today')).toContainText('No more tasks due today. Yay!');
  await expect(panel(page, 'Due Tomorrow')).toContainText('No tasks due tomorrow');
  await expect(panel(page, 'Rest of This Week')).toContainText('No more tasks due this week.');
  await expect(panel(page, 'Completed Today')).toContainText('No tasks completed today');
  await expect(panel(page, 'Next Week')).toContainText('No tasks due next week');
  await expect(panel(page, 'No Due Date')).toBeHidden();
  for (const [option, text] of [
    ['This Month', 'No tasks due this month'],
    ['All', 'No tasks found'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Tasks to show' }).click();
    await page.getByRole('option', { name: option }).click();
    await expect(panel(page, option)).toContainText(text);
  }
});

test('§2 panels: a skeleton shows while tasks load', async ({ alice }) => {
  const page = await alice.open('about:blank');
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/tasks*', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByText('Loading tasks...')).toBeAttached();
  await expect(panel(page, 'Due Today')).toBeHidden();
  answer();
  await expect(panel(page, 'Due Today')).toBeVisible();
  await expect(page.getByText('Loading tasks...')).toBeHidden();
});

test('§2 panels: what cannot be loaded says so, and can be tried again', async ({ alice }) => {
  const page = await alice.open('about:blank');
  await page.route('**/rest/v1/tasks*', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Your tasks could not be loaded')).toBeVisible();
  await page.unroute('**/rest/v1/tasks*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page, 'Due Today')).toBeVisible();
});

test('§4 grouping on a Sunday: the week lies ahead', async ({ alice }) => {
  await addTasks(alice, ...week);
  const page = await openOn(alice, '2026-03-01');
  await expect(row(panel(page, 'Rest of This Week'), 'Yesterday')).toBeVisible();
  await expect(row(panel(page, 'Rest of This Week'), 'Saturday')).toBeVisible();
  await expect(row(panel(page, 'Next Week'), 'Next Sunday')).toBeVisible();
  await expect(panel(page, 'Due Tomorrow')).toContainText('No tasks due tomorrow');
});

test('§4 grouping on a Saturday: tomorrow is next week, and nothing is left of this one', async ({
  alice,
}) => {
  await addTasks(alice, ...week);
  const page = await openOn(alice, '2026-03-07');
  await expect(row(panel(page, 'Due Tomorrow'), 'Next Sunday')).toBeVisible();
  await expect(row(panel(page, 'Next Week'), 'Next Sunday')).toBeVisible();
  await expect(row(panel(page, 'Next Week'), 'Next Saturday')).toBeVisible();
  await expect(panel(page, 'Rest of This Week')).toContainText('No more tasks due this week.');
});

test('§4 grouping on the last day of a month: the week goes on, the month does not', async ({
  alice,
}) => {
  await addTasks(
    alice,
    { title: 'Today', due_date: '2026-04-30' },
    { title: 'Friday', due_date: '2026-05-01' },
    { title: 'Saturday', due_date: '2026-05-02' },
  );
  const page = await openOn(alice, '2026-04-30');
  await expect(row(panel(page, 'Due Tomorrow'), 'Friday')).toBeVisible();
  await expect(row(panel(page, 'Rest of This Week'), 'Saturday')).toBeVisible();
  await page.getByRole('combobox', { name: 'Tasks to show' }).click();
  await page.getByRole('option', { name: 'This Month' }).click();
  await expect(panel(page, 'This Month').getByRole('listitem')).toHaveCount(1);
});

for (const [day, next] of [
  ['2026-03-08', 'Mar 9'],
  ['2026-11-01', 'Nov 2'],
] as const) {
  test(`§9 dates: ${day}, when New York changes its clocks, is a day like any other`, async ({
    alice,
  }) => {
    await addTasks(
      alice,
      { title: 'Due', due_date: day },
      { title: 'Done early', completed: true, completed_at: `${day}T05:30:00Z` },
    );
    const page = await openOn(alice, day, 'America/New_York');
    await expect(row(panel(page, 'Completed Today'), 'Done early')).toBeVisible();
    await row(panel(page, 'Due Today'), 'Due')
      .getByRole('button', { name: 'Move forward one day' })
      .click();
    await expect(row(panel(page, 'Due Tomorrow'), 'Due')).toContainText(next);
    await row(panel(page, 'Due Tomorrow'), 'Due')
      .getByRole('button', { name: 'Move back one day' })
      .click();
    await expect(row(panel(page, 'Due Today'), 'Due')).toBeVisible();
  });
}

for (const zone of ['Pacific/Pago_Pago', 'UTC', 'Pacific/Tongatapu']) {
  test(`§9 dates: in ${zone} today is the day on the wall`, async ({ alice }) => {
    const noon = noonIn(wednesday, zone);
    const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000).toISOString();
    await addTasks(
      alice,
      { title: 'Today', due_date: wednesday },
      { title: 'Tomorrow', due_date: '2026-03-05' },
      { title: 'Done at one in the morning', completed: true, completed_at: hours(-11) },
      { title: 'Done before midnight', completed: true, completed_at: hours(-13) },
    );
    const page = await openOn(alice, wednesday, zone);
    await expect(row(panel(page, 'Due Today'), 'Today')).toContainText('Mar 4');
    await expect(row(panel(page, 'Due Tomorrow'), 'Tomorrow')).toContainText('Mar 5');
    const done = panel(page, 'Completed Today');
    await expect(row(done, 'Done at one in the morning')).toBeVisible();
    await expect(row(done, 'Done before midnight')).toBeHidden();
  });
}

test('§4 midnight moves everything on without a reload', async ({ alice }) => {
  await addTasks(
    alice,
    { title: 'Due on Wednesday', due_date: wednesday },
    { title: 'Due on Thursday', due_date: '2026-03-05' },
    { title: 'Done on Wednesday', completed: true, completed_at: `${wednesday}T10:00:00Z` },
  );
  const page = await alice.open('about:blank', { timezoneId: 'UTC' });
  await page.clock.install({ time: new Date(`${wednesday}T23:59:00Z`) });
  await page.goto('/');
  await expect(row(panel(page, 'Due Tomorrow'), 'Due on Thursday')).toBeVisible();
  await expect(row(panel(page, 'Completed Today'), 'Done on Wednesday')).toBeVisible();

  await page.clock.fastForward('02:00');
  const dueToday = panel(page, 'Due Today');
  await expect(row(dueToday, 'Due on Thursday')).toBeVisible();
  await expect(row(dueToday, 'Due on Wednesday')).toContainText('Overdue');
  await expect(panel(page, 'Completed Today')).toContainText('No tasks completed today');
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
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Work' }).click();
  const dueToday = panel(page, 'Due Today');
  await expect(row(dueToday, 'Report')).toBeVisible();
  await expect(row(dueToday, 'Dishes')).toBeHidden();
  await expect(dueToday.getByText('1', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('selectedCategory'))).toBe('Work');

  await page.reload();
  await expect(row(dueToday, 'Report')).toBeVisible();
  await expect(row(dueToday, 'Dishes')).toBeHidden();

  const tab = await alice.openTab(page);
  await tab.getByRole('combobox', { name: 'Category' }).click();
  await tab.getByRole('option', { name: 'All' }).click();
  await expect(row(dueToday, 'Dishes')).toBeVisible();
});
