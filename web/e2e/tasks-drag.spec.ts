import type { Locator, Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { dragByMouse, pickUp, pointOn } from './support/drag.ts';
import { changesIn, isPush, PULL, refuseChanges } from './support/network.ts';
import { whenRowsKept } from './support/offline.ts';
import {
  addCategories,
  addTasks,
  openOn,
  panel,
  row,
  storedTasks,
  toast,
} from './support/tasks.ts';

const titles = ['One', 'Two', 'Three', 'Four'];

async function openWithFour(alice: Actor, options = {}): Promise<{ page: Page; list: Locator }> {
  await addTasks(alice, ...titles.map((title) => ({ title })));
  const page = await alice.open('/', options);
  const list = panel(page, 'No Due Date');
  await expect(handle(list, 'Four')).toBeVisible();
  return { page, list };
}

function handle(list: Locator, title: string): Locator {
  return row(list, title).getByRole('button', { name: 'Drag to reorder' });
}

async function expectOrder(list: Locator, ...order: string[]) {
  await expect
    .poll(() =>
      list
        .getByRole('checkbox')
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label'))),
    )
    .toEqual(order);
}

async function dragOnto(page: Page, from: Locator, to: Locator) {
  await dragByMouse(page, await pointOn(from), await pointOn(to));
}

test('spec §4 drag and drop: by mouse, kept and live, and by keyboard, announced to screen readers', async ({
  alice,
}) => {
  const { page, list } = await openWithFour(alice);
  const tab = await alice.openTab(page);

  await test.step('by mouse, sent as one change of one task', async () => {
    // Whichever tab has its turn sends it.
    const sent = page.context().waitForEvent('request', isPush);
    await dragOnto(page, handle(list, 'Four'), handle(list, 'One'));
    await expectOrder(list, 'Four', 'One', 'Two', 'Three');
    await expectOrder(panel(tab, 'No Due Date'), 'Four', 'One', 'Two', 'Three');
    const four = (await storedTasks(alice)).find(({ title }) => title === 'Four');
    expect(changesIn(await sent)).toEqual([
      { table: 'tasks', uid: four?.uid, set: { rank: expect.any(String) } },
    ]);
    await expect
      .poll(async () => (await storedTasks(alice)).map(({ rank }) => rank !== null))
      .toEqual([false, false, false, true]);
    await page.reload();
    await expectOrder(list, 'Four', 'One', 'Two', 'Three');
  });

  await test.step('by keyboard, announced', async () => {
    const says = (text: string) => expect(page.getByText(text)).toBeAttached();
    await handle(list, 'Four').focus();
    await pickUp(page, 'Picked up Four, position 1 of 4 in No Due Date.');
    await page.keyboard.press('ArrowDown');
    await says('Four is over position 2 of 4 in No Due Date.');
    await page.keyboard.press('ArrowDown');
    await says('Four is over position 3 of 4 in No Due Date.');
    await page.keyboard.press('Space');
    await says('Four was dropped at position 3 of 4 in No Due Date.');
    await expectOrder(list, 'One', 'Two', 'Four', 'Three');
    await expect(handle(list, 'Four')).toBeFocused();

    await pickUp(page, 'Picked up Four, position 3 of 4 in No Due Date.');
    await page.keyboard.press('ArrowUp');
    await says('Four is over position 2 of 4 in No Due Date.');
    await page.keyboard.press('Escape');
    await says('Moving Four was cancelled.');
    await expectOrder(list, 'One', 'Two', 'Four', 'Three');
  });

  await test.step('WCAG 2.5.7 without dragging: a click on the handle has it one place up or down', async () => {
    const choose = async (title: string, item: string) => {
      await handle(list, title).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Three', 'Move up');
    await expectOrder(list, 'One', 'Two', 'Three', 'Four');
    await expect(handle(list, 'Three')).toBeFocused();
    await choose('One', 'Move down');
    await expectOrder(list, 'Two', 'One', 'Three', 'Four');
    await expect(handle(list, 'One')).toBeFocused();
    await handle(list, 'Two').click();
    await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeHidden();
    await page.keyboard.press('Escape');
    await choose('Two', 'Move down');
    await choose('Three', 'Move down');
    await expectOrder(list, 'One', 'Two', 'Four', 'Three');
    // Sent, before the next step refuses what is.
    const three = async () => (await storedTasks(alice)).find(({ title }) => title === 'Three');
    const four = (await storedTasks(alice)).find(({ title }) => title === 'Four');
    await expect.poll(async () => ((await three())?.rank ?? '') > (four?.rank ?? '')).toBe(true);
  });

  await test.step('spec §8 what the server refuses goes back, and what is new is read', async () => {
    await refuseChanges(page);
    const isReloaded = page.waitForRequest(PULL);
    await dragOnto(page, handle(list, 'Three'), handle(list, 'One'));
    await expect(toast(page, 'Error', 'Failed to reorder tasks')).toBeVisible();
    await isReloaded;
    await expectOrder(list, 'One', 'Two', 'Four', 'Three');
  });
});

test('spec §4 drag and drop: on another panel a task gets its day; it sorts among those that the filter hides', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  await addTasks(
    alice,
    { title: 'One', category: 'Work' },
    { title: 'Hidden' },
    { title: 'Two', category: 'Work' },
    { title: 'Dated', due_date: '2026-03-04' },
  );
  const page = await openOn(alice, '2026-03-04');
  const list = panel(page, 'No Due Date');
  await expect(handle(list, 'Two')).toBeVisible();
  const dueToday = panel(page, 'Due Today');
  const stored = async () => (await storedTasks(alice)).find(({ title }) => title === 'One');
  await dragOnto(page, handle(list, 'One'), handle(dueToday, 'Dated'));
  await expect(page.getByText('One was dropped on Due Today.')).toBeAttached();
  await expect(row(dueToday, 'One')).toBeVisible();
  await expect.poll(stored).toMatchObject({ due_date: '2026-03-04' });
  await toast(page, 'Success', 'Task updated successfully!')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(row(list, 'One')).toBeVisible();
  await expect.poll(stored).toMatchObject({ due_date: null });
  await whenRowsKept(page, alice.id, 'outbox', 0);

  const idOf = new Map((await storedTasks(alice)).map(({ title, id }) => [title, id]));
  await alice.client.rpc('reorder_tasks', {
    task_ids: ['One', 'Hidden', 'Two', 'Dated'].map((title) => idOf.get(title)),
  });
  await expectOrder(list, 'One', 'Hidden', 'Two');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Work' }).click();
  await expectOrder(list, 'One', 'Two');
  await dragOnto(page, handle(list, 'Two'), handle(list, 'One'));
  await expectOrder(list, 'Two', 'One');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await expectOrder(list, 'Two', 'One', 'Hidden');
});

test('spec §4 drag and drop: by touch', async ({ alice }) => {
  const { page, list } = await openWithFour(alice, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  // A finger that rests on a row picks it up: handles are for pointers and keys.
  const start = await pointOn(row(list, 'One').getByText('One'));
  const end = await pointOn(row(list, 'Three'));
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: start.x, y }],
    });
  await touch('touchStart', start.y);
  // The sensor takes a finger that rests for a scroll that has not begun.
  await expect(page.getByText('Picked up One')).toBeAttached();
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', start.y + (end.y - start.y) * part);
  await expect(page.getByText('One is over position 3')).toBeAttached();
  await touch('touchEnd');
  await expectOrder(list, 'Two', 'Three', 'One', 'Four');
});

test('spec §4 drag and drop: in a long list, over more rows than are drawn', async ({ alice }) => {
  const many = Array.from({ length: 200 }, (_, index) => ({ title: `Task ${index + 1}` }));
  await addTasks(alice, ...many);
  const page = await alice.open();
  const list = panel(page, 'No Due Date');
  await handle(list, 'Task 1').focus();
  await pickUp(page, 'Picked up Task 1, position 1 of 200');
  for (let place = 2; place <= 26; place += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(`Task 1 is over position ${place} of 200`)).toBeAttached();
  }
  await page.keyboard.press('Space');
  await expect(page.getByText('Task 1 was dropped at position 26 of 200')).toBeAttached();
  await expect(row(list, 'Task 1')).toHaveAttribute('aria-posinset', '26');
  await expect(row(list, 'Task 26')).toHaveAttribute('aria-posinset', '25');
});
