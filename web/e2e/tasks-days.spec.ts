import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { controlNetwork } from './support/network.ts';
import { addTasks, panel, row, storedTasks } from './support/tasks.ts';

const wednesday = '2026-03-04';

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

test('spec §9 dates: today is the day on the wall, in every time zone and when clocks change', async ({
  alice,
}) => {
  const second = (moment: string, count: number) =>
    new Date(Date.parse(moment) + count * 1000).toISOString();
  const page = await alice.open();
  await expect(panel(page, 'Completed Today')).toBeVisible();
  // A device that is there when they come keeps them, however long ago they were completed.
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
  await expect(row(panel(page, 'Due Today'), `${days[0].zone} ${days[0].day}`)).toBeVisible();
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

/** The dashboard at a minute to midnight, with tasks of the day that ends and of the one that begins. */
async function openBeforeMidnight(alice: Actor) {
  const page = await alice.open('about:blank', { timezoneId: 'UTC' });
  const network = await controlNetwork(page);
  await page.clock.install({ time: new Date(`${wednesday}T23:59:00Z`) });
  await page.goto('/');
  await expect(panel(page, 'Completed Today')).toBeVisible();
  await addTasks(
    alice,
    { title: 'Due on Wednesday', due_date: wednesday },
    { title: 'Due on Thursday', due_date: '2026-03-05' },
    { title: 'Done on Wednesday', completed: true, completed_at: `${wednesday}T10:00:00Z` },
    { title: 'Done on Thursday', completed: true, completed_at: '2026-03-05T00:00:10Z' },
    { title: 'Due on Friday', due_date: '2026-03-06' },
    { title: 'Done on Friday', completed: true, completed_at: '2026-03-06T00:00:10Z' },
  );
  return { page, network };
}

test('spec §4 midnight moves everything on without a reload, with a network and without', async ({
  alice,
}) => {
  const { page, network } = await openBeforeMidnight(alice);
  const done = panel(page, 'Completed Today');

  await test.step('with a network', async () => {
    await expect(row(panel(page, 'Due Tomorrow'), 'Due on Thursday')).toBeVisible();
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

  await test.step('without one, and what was missed comes later', async () => {
    await network.cut();
    await expect(page.getByText('Reconnecting')).toBeVisible();
    const completed_at = '2026-03-06T00:00:20Z';
    await addTasks(alice, { title: 'Done meanwhile', completed: true, completed_at });

    await page.clock.fastForward('24:00:00');
    await expect(row(panel(page, 'Due Today'), 'Due on Friday')).toBeVisible();
    await expect(row(done, 'Done on Friday')).toBeVisible();
    await expect(row(done, 'Done on Thursday')).toBeHidden();
    await expect(row(done, 'Done meanwhile')).toBeHidden();

    await network.mend();
    await expect(row(done, 'Done meanwhile')).toBeVisible();
    await expect(row(done, 'Done on Thursday')).toBeHidden();
  });
});

test('spec §2 /completed: what was done long ago comes from the server as one scrolls, is searched and restored', async ({
  alice,
}) => {
  const ago = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  const done = (title: string, daysAgo: number) => ({
    title,
    completed: true,
    completed_at: ago(daysAgo),
  });
  await addTasks(
    alice,
    done('Done lately', 2),
    ...Array.from({ length: 130 }, (_, index) => done(`Old ${index}`, 70 + index)),
  );
  /** A device that came later: nobody told it what happened before. */
  const openLater = async () => {
    const page = await alice.open('about:blank');
    await page.routeWebSocket(/realtime/, (socket) => socket.close());
    return page;
  };
  const task = (page: Page, title: string) =>
    page.getByRole('list', { name: 'Completed tasks' }).getByText(title, { exact: true });
  const earlier = '**/rest/v1/rpc/completed_tasks';

  await test.step('a page at a time', async () => {
    const page = await openLater();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/completed_tasks')) asked += 1;
    });
    await page.goto('/completed');
    await expect(task(page, 'Done lately')).toBeVisible();
    await expect(task(page, 'Old 0')).toBeVisible();
    expect(asked).toBe(1);
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(task(page, 'Old 129')).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(asked).toBe(2);
    await expect(page.getByText('Loading earlier tasks...')).toBeHidden();
  });

  await test.step('without a server it says what is not there, and goes on when asked', async () => {
    const page = await openLater();
    await page.route(earlier, (route) => route.abort());
    await page.goto('/completed?q=old+99');
    await expect(
      page.getByText(/What was completed before .* is not on this device/),
    ).toBeVisible();
    await expect(page.getByText('No completed tasks found')).toBeHidden();
    await page.unroute(earlier);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(task(page, 'Old 99')).toBeVisible();

    await page.getByRole('button', { name: 'Restore Old 99' }).click();
    await expect(page.getByText('No completed tasks found')).toBeVisible();
    const open = async () =>
      (await storedTasks(alice)).filter(({ completed }) => !completed).map(({ title }) => title);
    await expect.poll(open).toEqual(['Old 99']);
  });
});
