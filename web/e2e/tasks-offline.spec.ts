import { expect, test } from './fixtures.ts';
import { controlNetwork, PUSH } from './support/network.ts';
import { whenKept } from './support/offline.ts';
import {
  box,
  chooseCategory,
  drag,
  quickAdd,
  rename,
  titles,
  undated,
} from './support/task-actions.ts';
import { addCategories, addTasks, panel, row, storedTasks } from './support/tasks.ts';

test('design §5: what is added, edited, ticked and dragged offline is on the other device afterwards', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  const work = (title: string) => ({ title, category: 'Work' });
  await addTasks(alice, ...['Edit', 'Tick', 'Drag', 'Delete'].map(work));
  const here = await alice.open('about:blank', { serviceWorkers: 'allow' });
  const network = await controlNetwork(here);
  await here.goto('/');
  await whenKept(here);
  const there = await alice.open();
  await expect(box(there, 'Delete')).toBeVisible();
  await chooseCategory(here, 'Work');
  const handles = undated(here).getByRole('button', { name: 'Drag to reorder' });
  await expect(handles).toHaveCount(4);

  await network.cut();
  await expect(here.getByText('Reconnecting')).toBeVisible();
  await quickAdd(here, 'Added');
  await rename(here, 'Added', 'Added, then edited');
  await rename(here, 'Edit', 'Edited');
  await box(here, 'Tick').click();
  await expect(row(panel(here, 'Completed Today'), 'Tick')).toBeVisible();
  await drag(here, 'Drag', -1);
  await row(undated(here), 'Delete').getByRole('button', { name: 'Delete task' }).click();
  await here.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const after = ['Drag', 'Edited', 'Added, then edited'];
  await expect.poll(() => titles(here)).toEqual(after);
  expect(await titles(there)).toEqual(['Edit', 'Tick', 'Drag', 'Delete']);

  await network.mend();
  await expect.poll(() => titles(there)).toEqual(after);
  await expect(row(panel(there, 'Completed Today'), 'Tick')).toBeVisible();
  await expect(here.getByText(/Reconnecting|waiting/)).toBeHidden();
  expect(await titles(here)).toEqual(after);
  expect(await storedTasks(alice)).toMatchObject([
    { title: 'Edited' },
    { title: 'Tick', completed: true },
    { title: 'Drag' },
    { title: 'Added, then edited', category: 'Work' },
  ]);
});

test('design §5: two tabs of one browser agree offline', async ({ alice }) => {
  await addTasks(alice, { title: 'First' }, { title: 'Second' });
  const left = await alice.open('about:blank', { serviceWorkers: 'allow' });
  const network = await controlNetwork(left);
  await left.goto('/');
  await whenKept(left);
  const right = await alice.openTab(left);
  await expect(box(left, 'Second')).toBeVisible();
  await expect(box(right, 'Second')).toBeVisible();
  await network.cut();
  await rename(left, 'First', 'From the left');
  await expect(box(right, 'From the left')).toBeVisible();
  await box(right, 'Second').click();
  await expect(row(panel(left, 'Completed Today'), 'Second')).toBeVisible();
  for (const tab of [left, right]) {
    await expect(tab.getByText('Offline, 2 changes waiting')).toBeVisible();
  }
  await network.mend();
  await expect
    .poll(() => storedTasks(alice))
    .toMatchObject([
      { title: 'From the left', completed: false },
      { title: 'Second', completed: true },
    ]);
  for (const tab of [left, right]) await expect(tab.getByText('waiting')).toBeHidden();
});

test('design §5: on a dying network quick adds are kept, and an expired token is renewed', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  const page = await alice.open();

  await test.step('an expired token is renewed, and the change arrives', async () => {
    await addTasks(alice, { title: 'Buy milk' });
    await expect(box(page, 'Buy milk')).toBeVisible();
    // The server's clock has it that the token is over; the device does not know.
    const refused = { count: 0 };
    await page.route(
      PUSH,
      async (route) => {
        const headers = { ...route.request().headers(), authorization: 'Bearer expired' };
        refused.count += 1;
        await route.continue({ headers });
      },
      { times: 1 },
    );
    const renewed = page.waitForRequest(/grant_type=refresh_token/);
    await box(page, 'Buy milk').click();
    await renewed;
    await expect.poll(async () => (await storedTasks(alice))[0]?.completed).toBe(true);
    expect(refused.count).toBe(1);
    await expect(row(panel(page, 'Completed Today'), 'Buy milk')).toBeVisible();
  });

  await test.step('quick adds on a dying network are all kept', async () => {
    await chooseCategory(page, 'Work');
    // The connection breaks, and then says nothing any more.
    let requests = 0;
    await page.route(PUSH, async (route) => {
      requests += 1;
      if (requests === 1) await route.abort('connectionreset');
    });
    const added = ['Call Ann', 'Call Bea', 'Call Cleo'];
    for (const title of added) await quickAdd(page, title);
    await expect.poll(() => titles(page)).toEqual(added);
    await expect.poll(() => requests).toBeGreaterThan(1);
    const tab = await alice.openTab(page);
    await expect.poll(() => titles(tab)).toEqual(added);
    expect(await storedTasks(alice)).toHaveLength(1);

    // The tab that waits for an answer is closed: another one goes on.
    await page.close();
    const stored = async () => (await storedTasks(alice)).map(({ title }) => title).slice(1);
    await expect.poll(stored).toEqual(added);
    await expect.poll(() => titles(tab)).toEqual(added);
  });
});
