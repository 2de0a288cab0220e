import type { CDPSession, Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { pointOn } from './support/drag.ts';
import { whenRowsKept } from './support/offline.ts';
import { layoutShifts } from './support/steady.ts';
import { addTasks, openOn, panel, row, storedTasks, toast } from './support/tasks.ts';

const wednesday = '2026-03-04';
const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

/** Seconds before a finger leaves in which it rests: what leaves while it moves is a fling. */
const REST = 0.3;

/**
 * Moves a finger over a row, as far as given. It rests before it leaves, by the times that its events
 * carry: the first tap after a fling ends that fling, and is no click.
 */
async function swipe(devtools: CDPSession, target: Locator, across: number): Promise<void> {
  // The list that can be sorted takes the place of the first rows.
  await expect(target.getByRole('button', { name: 'Drag to reorder' })).toBeVisible();
  const { x, y } = await pointOn(target);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ago: number, at?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
      timestamp: Date.now() / 1000 - ago,
    });
  await touch('touchStart', 2 * REST, x);
  for (const part of [0.2, 0.4, 0.7, 1])
    await touch('touchMove', REST + (1 - part) * REST, x + across * part);
  await expect(target).toHaveAttribute('data-swipe');
  expect(await target.evaluate(() => document.documentElement.scrollWidth)).toBe(
    phone.viewport.width,
  );
  await touch('touchEnd', 0);
}

test('design §8: a day by touch: first steps, swipes, folded panels, and one scroll for hundreds of tasks', async ({
  alice,
}) => {
  const page = await openOn(alice, wednesday, 'UTC', { ...phone, reducedMotion: 'no-preference' });
  const dueToday = panel(page, 'Due Today');
  const devtools = await page.context().newCDPSession(page);
  const moved: string[] = [];
  devtools.on('Animation.animationStarted', ({ animation: { type, name, source } }) => {
    if ((source?.duration ?? 0) > 1) moved.push(type === 'WebAnimation' ? 'slide' : name);
  });
  await devtools.send('Animation.enable');

  await test.step('first run: one line and three categories, gone with the first task', async () => {
    const first = page.getByRole('region', { name: 'First steps' });
    await expect(first).toContainText('That is your first task.');
    await first.getByRole('button', { name: 'Add categories: Work, Personal, Projects' }).tap();
    await expect(first.getByRole('button')).toBeHidden();
    const stored = async () =>
      (await alice.client.from('categories').select('name').order('id')).data?.map(
        ({ name }) => name,
      );
    await expect.poll(stored).toEqual(['Work', 'Personal', 'Projects']);
    await addTasks(alice, { title: 'Only one', due_date: wednesday });
    await expect(row(dueToday, 'Only one')).toBeVisible();
    await expect(first).toBeHidden();
  });

  await test.step('a swipe to the left is for tomorrow, where its row slides; to the right it is done', async () => {
    await swipe(devtools, row(dueToday, 'Only one'), -50);
    await expect(row(dueToday, 'Only one')).toBeVisible();
    await swipe(devtools, row(dueToday, 'Only one'), -160);
    const tomorrow = panel(page, 'Due Tomorrow');
    await expect(row(tomorrow, 'Only one')).toBeVisible();
    await expect.poll(() => moved).toContain('slide');
    await expect(dueToday).toContainText('No more tasks due today. Yay!');
    expect(moved).not.toContain('burst');
    await swipe(devtools, row(tomorrow, 'Only one'), 160);
    await expect(tomorrow).toContainText('No tasks due tomorrow');
    await expect.poll(async () => (await storedTasks(alice))[0]?.completed).toBe(true);
    // The tick is drawn, the title struck, the row folded, and the last one of its panel celebrated.
    await expect
      .poll(() => moved)
      .toEqual(expect.arrayContaining(['tick', 'strike', 'fold-row', 'burst', 'draw']));
  });

  await test.step('eight overdue tasks are moved by one tap; nothing slides where nobody wants motion', async () => {
    const late = Array.from({ length: 8 }, (_, index) => ({
      title: `Late ${index}`,
      due_date: '2026-03-01',
    }));
    await addTasks(alice, ...late, { title: 'شراء الخبز', due_date: wednesday });
    await expect(page.getByRole('list', { name: 'Overdue 8' })).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    moved.length = 0;
    await page.getByRole('button', { name: 'Move all to today' }).tap();
    await expect(dueToday.getByRole('listitem')).toHaveCount(9);
    const days = async () => (await storedTasks(alice)).slice(1).map(({ due_date }) => due_date);
    await expect.poll(days).toEqual(Array.from({ length: 9 }, () => wednesday));
    await expect(toast(page, 'Success', 'Tasks updated successfully!')).toBeVisible();
    expect(moved).toEqual([]);
    const title = (name: string) => row(dueToday, name).getByRole('button', { name, exact: true });
    await expect(title('شراء الخبز')).toHaveCSS('direction', 'rtl');
    await expect(title('Late 1')).toHaveCSS('direction', 'ltr');
  });

  await test.step('what the row has no room for is in its menu: a category by three taps', async () => {
    await row(dueToday, 'Late 1').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Choose a category' }).tap();
    await page.getByRole('menuitem', { name: 'Projects' }).tap();
    await expect(row(dueToday, 'Late 1').getByText('Projects')).toBeVisible();
    await expect(page.getByRole('menu')).toBeHidden();
  });

  await test.step('WCAG 2.5.7 the menu also sorts: one place up, without dragging', async () => {
    const boxes = dueToday.getByRole('checkbox');
    await expect(boxes.nth(1)).toHaveAccessibleName('Late 1');
    await row(dueToday, 'Late 1').getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Move up' }).tap();
    await expect(boxes.first()).toHaveAccessibleName('Late 1');
  });

  await test.step('no keyboard opens by itself over what is there already', async () => {
    await row(dueToday, 'Late 1').getByRole('button', { name: 'Late 1', exact: true }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await page.getByRole('button', { name: 'New task', exact: true }).tap();
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await expect(dialog).toBeHidden();
  });

  await test.step('a folded panel stays so; what is done begins folded', async () => {
    const done = panel(page, 'Completed Today');
    await expect(done.getByRole('button', { name: 'Unfold Completed Today' })).toBeVisible();
    await expect(done.getByRole('link', { name: 'Completed earlier' })).toBeVisible();
    await dueToday.getByRole('button', { name: 'Fold Due Today' }).tap();
    await expect(dueToday.getByRole('listitem')).toHaveCount(0);
    await page.reload();
    await expect(panel(page, 'Due Tomorrow')).toBeVisible();
    await expect(dueToday.getByRole('listitem')).toHaveCount(0);
    await dueToday.getByRole('button', { name: 'Unfold Due Today' }).tap();
    await expect(dueToday.getByRole('listitem')).toHaveCount(9);
    await page.reload();
    await expect(dueToday.getByRole('listitem')).toHaveCount(9);
    await expect(panel(page, 'Due Tomorrow')).toBeInViewport();
    expect(await layoutShifts(page)).toEqual([]);
  });

  await test.step('300 tasks scroll with the page, and nothing moves while it loads', async () => {
    const many = Array.from({ length: 291 }, (_, index) => ({
      title: `Task ${index}`,
      due_date: wednesday,
    }));
    await addTasks(alice, ...many);
    await expect(dueToday.getByText('300', { exact: true })).toBeVisible();
    await whenRowsKept(page, alice.id, 'tasks', 301);
    await page.reload();
    const handles = dueToday.getByRole('button', { name: 'Drag to reorder' });
    await expect(handles.first()).toBeVisible();
    expect(await layoutShifts(page)).toEqual([]);
    const scrollers = await row(dueToday, 'Late 1').evaluate((element) => {
      const found: string[] = [];
      for (let around = element.parentElement; around; around = around.parentElement) {
        const isRoot = around === document.documentElement || around === document.body;
        if (!isRoot && /auto|scroll/.test(getComputedStyle(around).overflowY))
          found.push(around.className);
      }
      return found;
    });
    expect(scrollers).toEqual([]);
    expect(await dueToday.getByRole('listitem').count()).toBeLessThan(60);
    // Rows are measured as they come into sight: the end moves on.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(panel(page, 'Completed Today')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await panel(page, 'Due Tomorrow').scrollIntoViewIfNeeded();
    await expect(row(dueToday, 'Task 290')).toBeVisible();
  });
});

test('design §8: a menu that is opened before the list can be sorted is drawn at its button', async ({
  alice,
}) => {
  await addTasks(
    alice,
    { title: 'Above', due_date: wednesday },
    { title: 'Late', due_date: wednesday },
  );
  const page = await openOn(alice, wednesday, 'UTC', phone);
  const dueToday = panel(page, 'Due Today');
  await expect(row(dueToday, 'Late')).toBeVisible();
  await whenRowsKept(page, alice.id, 'tasks', 2);
  const { promise: sorting, resolve: letSortingCome } = Promise.withResolvers<void>();
  const { promise: menu, resolve: letMenuCome } = Promise.withResolvers<void>();
  await page.route('**/assets/sortable-task-list-*.js', async (route) => {
    await sorting;
    await route.continue();
  });
  await page.route('**/assets/task-menu-*.js', async (route) => {
    await menu;
    await route.continue();
  });
  await page.reload();
  const button = row(dueToday, 'Late').getByRole('button', { name: 'More' });
  const asked = page.waitForRequest('**/assets/task-menu-*.js');
  await button.tap();
  await asked;
  letSortingCome();
  await expect(dueToday.getByRole('button', { name: 'Drag to reorder' })).toHaveCount(2);
  const place = await button.boundingBox();
  letMenuCome();
  await expect(page.getByRole('menu')).toBeVisible();
  const box = await page.getByRole('menu').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo((place?.x ?? 0) + (place?.width ?? 0), 0);
  await page.getByRole('menuitem', { name: 'Choose a category' }).tap();
  await expect(page.getByRole('menu', { name: 'Category' })).toBeVisible();
});
