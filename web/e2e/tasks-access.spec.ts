import { expect, test } from './fixtures.ts';
import { expectNoFindings } from './support/axe.ts';
import { pickUp } from './support/drag.ts';
import { whenOpen } from './support/frame.ts';
import {
  addCategories,
  addTasks,
  openOn,
  panel,
  row,
  storedTasks,
  toast,
} from './support/tasks.ts';

const wednesday = '2026-03-04';

const household = [
  { title: 'Undated', category: 'Home', priority: 'low' as const },
  { title: 'Overdue', due_date: '2026-03-01', priority: 'high' as const, category: 'work' },
  { title: 'Today', due_date: wednesday, repeat_type: 'weekly', category: 'Personal' },
  { title: 'Done', completed: true, completed_at: `${wednesday}T09:00:00Z`, category: 'Projects' },
];

test('design §8: axe finds nothing on the dashboard and in its windows, in both themes', async ({
  alice,
}) => {
  await addCategories(alice, 'Home', 'work');
  const page = await alice.open('about:blank', { timezoneId: 'UTC', reducedMotion: 'reduce' });
  await page.clock.setFixedTime(new Date(`${wednesday}T12:00:00Z`));
  await page.goto('/');
  await expect(panel(page, 'Completed Today')).toBeVisible();
  await addTasks(alice, ...household);
  const handles = panel(page, 'Due Today').getByRole('button', { name: 'Drag to reorder' });
  await expect(handles.first()).toBeVisible();
  await expectNoFindings(page, 'dashboard');
  await page.getByRole('button', { name: 'Overdue' }).click();
  await page.getByRole('button', { name: /^Due Date/ }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expectNoFindings(page, 'calendar');
  await test.step('in forced colours the selected day is told from the others', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const day = (date: string) =>
      page.getByRole('gridcell').filter({ has: page.getByRole('button', { name: date }) });
    await expect(day('March 1, 2026, selected')).toHaveCSS('outline-style', 'solid');
    await expect(day('March 10, 2026')).toHaveCSS('outline-style', 'none');
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoFindings(page, 'dashboard on a phone');
  await page.locator('[data-task]').first().hover();
  await page.getByRole('button', { name: 'Delete task' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNoFindings(page, 'deleting');
});

test('design §8: a day of work by keyboard alone', async ({ alice }) => {
  await addCategories(alice, 'Work');
  await addTasks(
    alice,
    { title: 'First', due_date: wednesday },
    { title: 'Second', due_date: wednesday },
    { title: 'Fourth', due_date: wednesday, priority: 'low' },
  );
  const page = await openOn(alice, wednesday);
  const dueToday = panel(page, 'Due Today');
  await expect(row(dueToday, 'First')).toBeVisible();
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const tabTo = async (name: string) => {
    const isThere = () =>
      page.evaluate(
        (label) =>
          document.activeElement?.getAttribute('aria-label') === label ||
          document.activeElement?.getAttribute('placeholder') === label ||
          document.activeElement?.textContent === label,
        name,
      );
    for (let step = 0; step < 80 && !(await isThere()); step += 1) await press('Tab');
    expect(await isThere(), `${name} is reached by Tab`).toBe(true);
  };

  const arrowTo = async (name: string) => {
    const button = page.locator('[data-task]:focus-within').getByRole('button', { name });
    const isThere = () => button.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < 12 && !(await isThere()); step += 1) await press('ArrowRight');
    expect(await isThere(), `${name} is reached by arrow keys`).toBe(true);
  };

  // A new task by the dialog.
  await tabTo('New task description...');
  await page.keyboard.type('Third');
  await press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await press('Enter');
  await expect(row(dueToday, 'Third')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  // The first task of today by one key; completing it puts the focus on the next.
  await page.locator('body').click({ position: { x: 2, y: 200 } });
  await press('j');
  await expect(page.getByRole('checkbox', { name: 'First' })).toBeFocused();
  await press('j', 'ArrowUp', 'Space');
  await expect(row(dueToday, 'First')).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'Second' })).toBeFocused();

  // A task that is moved to another panel keeps the focus where it was pressed.
  await arrowTo('Move forward one day');
  await press('Enter');
  const moved = row(panel(page, 'Due Tomorrow'), 'Second');
  await expect(moved.getByRole('button', { name: 'Move forward one day' })).toBeFocused();
  await press('+');
  await expect(row(panel(page, 'Rest of This Week'), 'Second')).toContainText('Mar 6');

  // Deleting asks, and gives the focus to what is next.
  await page.getByRole('checkbox', { name: 'Third' }).focus();
  await arrowTo('Delete task');
  await press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press('Tab', 'Enter');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(toast(page, 'Success', 'Task deleted successfully!')).toBeVisible();
  await expect(row(dueToday, 'Third')).toBeHidden();
  await expect(row(dueToday, 'Fourth').getByRole('button', { name: 'Delete task' })).toBeFocused();
  const titles = async () => (await storedTasks(alice)).map(({ title }) => title);
  await expect.poll(titles).toEqual(['First', 'Second', 'Fourth']);

  // Another panel is chosen, and sorted.
  await tabTo('Tasks to show');
  await press('Enter');
  await expect(page.getByRole('option', { name: 'Next Week' })).toBeFocused();
  await press('End');
  await expect(page.getByRole('option', { name: 'All' })).toBeFocused();
  await press('Enter');
  const all = panel(page, 'All');
  const order = () =>
    all.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.ariaLabel));
  await expect.poll(order).toEqual(['Fourth', 'Second']);
  // Handles come a moment after their rows: Tab would go past one that is not there yet.
  await expect(all.getByRole('button', { name: 'Drag to reorder' })).toHaveCount(2);
  await tabTo('Fourth');
  await press('ArrowLeft');
  await pickUp(page, 'Picked up Fourth, position 1 of 2 in All.');
  await press('ArrowDown');
  await expect(page.getByText('Fourth is over position 2 of 2 in All.')).toBeAttached();
  await press('Space');
  await expect.poll(order).toEqual(['Second', 'Fourth']);

  // A title opens the dialog, and the calendar gives it another day.
  await press('ArrowRight', 'Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await tabTo('Due Date: Mar 4, 2026');
  await press('Enter');
  await expect(page.getByRole('button', { name: /March 4, 2026/ })).toBeFocused();
  await press('ArrowRight');
  await expect(page.getByRole('button', { name: /March 5, 2026/ })).toBeFocused();
  await press('Enter');
  await tabTo('Update Task');
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row(panel(page, 'Due Tomorrow'), 'Fourth')).toBeVisible();

  // One category only.
  await tabTo('Category');
  await press('Enter');
  await expect(page.getByRole('option', { name: 'All' })).toBeFocused();
  await press('End');
  await expect(page.getByRole('option', { name: 'Work' })).toBeFocused();
  await press('Enter');
  // Nothing of it: what is hidden is said, and shown again by one click.
  await expect(panel(page, 'Due Tomorrow')).toContainText('Nothing of Work here, 1 hidden.');
  await expect(page.getByText('Showing Work.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(panel(page, 'Due Tomorrow'), 'Fourth')).toBeVisible();

  // The priority by two clicks.
  const fourth = row(panel(page, 'Due Tomorrow'), 'Fourth');
  await fourth.getByRole('button', { name: 'Low priority' }).click();
  await page.getByRole('menuitem', { name: 'High' }).click();
  await expect(fourth.getByRole('button', { name: 'High priority' })).toBeVisible();

  await test.step('a key for what is done often, and for every screen', async () => {
    await fourth.getByRole('checkbox').focus();
    await press('t');
    await expect(row(dueToday, 'Fourth').getByRole('checkbox')).toBeFocused();
    await press('-');
    await expect(row(dueToday, 'Fourth').getByText('Mar 3', { exact: true })).toBeVisible();
    await expect(row(dueToday, 'Fourth').getByRole('checkbox')).toBeFocused();
    const edit = page.getByRole('dialog', { name: 'Edit Task' });
    for (const [key, window] of [
      ['e', edit],
      ['Enter', edit],
      ['Delete', page.getByRole('alertdialog', { name: 'Delete Task' })],
      ['n', page.getByRole('dialog', { name: 'Create New Task' })],
    ] as const) {
      await press(key);
      await whenOpen(window);
      await press('Escape');
      await expect(window).toBeHidden();
      await expect(row(dueToday, 'Fourth').getByRole('checkbox')).toBeFocused();
    }
    await press('j', 'k');
    await expect(row(dueToday, 'Fourth').getByRole('checkbox')).toBeFocused();
    for (const [keys, path] of [
      ['gs', '/settings'],
      ['gn', '/notes'],
      ['gc', '/contacts'],
      ['gt', '/'],
    ] as const) {
      await press(...keys);
      await expect(page).toHaveURL(path);
    }
  });
});

test('design §8: on a phone nothing is wider than the screen, and everything is in reach', async ({
  alice,
}) => {
  await addCategories(alice, 'Home');
  await addTasks(alice, ...household, {
    title: 'A-very-long-word-without-a-single-space-in-it-that-goes-on-and-on-and-on-and-on',
    category: 'A category with quite a long name indeed',
    due_date: wednesday,
    repeat_type: 'daily-weekday',
    priority: 'high',
  });
  const page = await openOn(alice, wednesday);
  await page.setViewportSize({ width: 360, height: 740 });
  const dueToday = panel(page, 'Due Today');
  await expect(row(dueToday, 'Today')).toBeVisible();
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBe(0);
  // One column: every panel begins at the same edge.
  const lefts = await page
    .getByRole('region')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .evaluateAll((panels) => panels.map((each) => each.getBoundingClientRect().left));
  expect(lefts).toHaveLength(6);
  expect(new Set(lefts).size).toBe(1);
  const edges = await dueToday
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .map((each) => each.getBoundingClientRect())
        .map(({ left, right }) => ({ left, right })),
    );
  expect(edges.length).toBeGreaterThan(5);
  for (const { left, right } of edges) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
  }
  await row(dueToday, 'Today').hover();
  await row(dueToday, 'Today').getByRole('button', { name: 'Edit task' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Task' })).toBeVisible();
  expect(await overflow()).toBe(0);
});
