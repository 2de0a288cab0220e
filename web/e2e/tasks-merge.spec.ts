import { expect, test } from './fixtures.ts';
import { changesIn, controlNetwork, loseAnswers, PUSH } from './support/network.ts';
import { box, chooseCategory, drag, quickAdd, titles, undated } from './support/task-actions.ts';
import {
  addCategories,
  addTasks,
  openOn,
  panel,
  row,
  storedTasks,
  toast,
} from './support/tasks.ts';

test('design §3: ticked on two devices at once it is completed once, and comes back once', async ({
  alice,
}) => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' }).format();
  await addTasks(alice, { title: 'Stretch', due_date: today, repeat_type: 'daily' });
  const devices = await Promise.all(
    [1, 2].map(async () => {
      const page = await alice.open('about:blank', { timezoneId: 'UTC' });
      const network = await controlNetwork(page);
      await page.goto('/');
      await expect(row(panel(page, 'Due Today'), 'Stretch')).toBeVisible();
      return { page, network };
    }),
  );
  for (const { network } of devices) await network.cut();
  for (const { page } of devices) {
    await row(panel(page, 'Due Today'), 'Stretch').getByRole('checkbox').click();
    await expect(row(panel(page, 'Completed Today'), 'Stretch')).toBeVisible();
    // The next occurrence is there at once.
    await expect(row(panel(page, 'Due Tomorrow'), 'Stretch')).toBeVisible();
  }
  const answers = devices.map(({ page }) => page.waitForResponse(PUSH));
  for (const { network } of devices) await network.mend();
  for (const answer of await Promise.all(answers)) expect(answer.status()).toBe(200);
  for (const { page } of devices) {
    await expect(panel(page, 'Completed Today').getByRole('listitem')).toHaveCount(1);
    await expect(panel(page, 'Due Tomorrow').getByRole('listitem')).toHaveCount(1);
  }
  expect(await storedTasks(alice)).toMatchObject([
    { title: 'Stretch', completed: true },
    { title: 'Stretch', completed: false },
  ]);
});

test('design §3: undoing a deletion brings the same row back, with all that it had', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Rent', due_date: '2026-01-31', repeat_type: 'monthly' });
  const page = await openOn(alice, '2026-01-31');
  await row(panel(page, 'Due Today'), 'Rent').getByRole('checkbox').click();
  await page.getByRole('combobox', { name: 'Tasks to show' }).click();
  await page.getByRole('option', { name: 'All' }).click();
  // Not the one that rests where it was ticked.
  const rent = row(panel(page, 'All'), 'Rent').and(page.locator(':not([data-ticked])'));
  await expect(rent).toContainText('Feb 28');
  await expect.poll(async () => (await storedTasks(alice)).length).toBe(2);
  const next = async () => (await storedTasks(alice)).find(({ completed }) => !completed);
  const before = await next();
  expect(before).toMatchObject({ due_date: '2026-02-28', repeat_anchor_day: 31 });

  await rent.getByRole('button', { name: 'Delete task' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rent).toBeHidden();
  await expect.poll(next).toBeUndefined();
  await toast(page, 'Success', 'Task deleted successfully!')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(rent).toContainText('Feb 28');
  await expect.poll(next).toMatchObject({
    uid: before?.uid,
    id: before?.id,
    repeat_anchor_day: 31,
    spawned_untouched: true,
    due_date: '2026-02-28',
  });
  await rent.getByRole('checkbox').click();
  await expect(rent).toContainText('Mar 31');
  await expect.poll(async () => (await next())?.due_date).toBe('2026-03-31');
});

test('design §3: a lost answer doubles nothing; twins stay two, and follow a category that was renamed', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  const page = await alice.open('about:blank');
  const network = await controlNetwork(page);
  await page.goto('/');

  await test.step('a lost answer, or a request that arrives twice, doubles nothing', async () => {
    await addTasks(alice, { title: 'Stretch', category: 'Work' });
    await chooseCategory(page, 'Work');
    const lost = await loseAnswers(page, 1);
    await quickAdd(page, 'Once');
    await expect(box(page, 'Once')).toHaveCount(1);
    const stored = async () =>
      (await storedTasks(alice)).map(({ title, completed }) => [title, completed]);
    await expect.poll(() => lost.lost).toBe(1);
    const answered = await page.waitForResponse(PUSH);
    expect(answered.status()).toBe(200);
    expect(changesIn(answered.request())).toMatchObject([{ set: { title: 'Once' } }]);
    expect(await stored()).toEqual([
      ['Stretch', false],
      ['Once', false],
    ]);

    const twice = { count: 0 };
    await page.route(PUSH, async (route) => {
      await route.fetch();
      await route.continue();
      twice.count += 1;
    });
    await box(page, 'Stretch').click();
    await quickAdd(page, 'Twice');
    await expect.poll(stored).toEqual([
      ['Stretch', true],
      ['Once', false],
      ['Twice', false],
    ]);
    expect(twice.count).toBeGreaterThan(0);
    await expect(undated(page).getByRole('listitem')).toHaveCount(2);
    await expect(panel(page, 'Completed Today').getByRole('listitem')).toHaveCount(1);
  });

  await test.step('two tasks of one title stay two, and what a renamed category is used for follows', async () => {
    await page.unroute(PUSH);
    await network.cut();
    await expect(page.getByText('Reconnecting')).toBeVisible();
    await quickAdd(page, 'Twin');
    await quickAdd(page, 'Twin');
    await expect(box(page, 'Twin')).toHaveCount(2);
    const { error } = await alice.client
      .from('categories')
      .update({ name: 'Job' })
      .eq('name', 'Work');
    expect(error).toBeNull();
    await network.mend();
    await expect
      .poll(async () => (await storedTasks(alice)).filter(({ title }) => title === 'Twin'))
      .toMatchObject([
        { title: 'Twin', category: 'Job' },
        { title: 'Twin', category: 'Job' },
      ]);
    await expect(row(undated(page), 'Twin').first()).toContainText('Job');
    await expect(box(page, 'Twin')).toHaveCount(2);
  });
});

test('design §3: what is dragged on two devices at once stays where each dropped it', async ({
  alice,
}) => {
  const six = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  await addTasks(alice, ...six.map((title) => ({ title })));
  const devices = await Promise.all(
    [1, 2].map(async () => {
      const page = await alice.open('about:blank');
      const network = await controlNetwork(page);
      await page.goto('/');
      await expect(undated(page).getByRole('button', { name: 'Drag to reorder' })).toHaveCount(6);
      await network.cut();
      return { page, network };
    }),
  );
  const [here, there] = devices;
  if (!here || !there) throw new Error('There are two devices');
  await drag(here.page, 'Six', -5);
  await drag(there.page, 'Two', 2);
  await expect.poll(() => titles(here.page)).toEqual(['Six', ...six.slice(0, 5)]);
  for (const { network } of devices) await network.mend();
  for (const { page } of devices) {
    await expect.poll(() => titles(page)).toEqual(['Six', 'One', 'Three', 'Four', 'Two', 'Five']);
  }
  // Nobody else was moved.
  await here.page.reload();
  await expect
    .poll(() => titles(here.page))
    .toEqual(['Six', 'One', 'Three', 'Four', 'Two', 'Five']);
});

test('design §3: Undo says what the box is to show, and does not undo what others did', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Buy milk' }, { title: 'Buy bread' });
  const here = await alice.open();
  const there = await alice.open();
  await expect(box(there, 'Buy bread')).toBeVisible();
  await box(here, 'Buy milk').click();
  await row(panel(there, 'Completed Today'), 'Buy milk').getByRole('checkbox').click();
  await expect(row(undated(here), 'Buy milk')).toBeVisible();
  await toast(here, 'Success', 'Task status updated!')
    .getByRole('button', { name: 'Undo' })
    .click();
  await box(here, 'Buy bread').click();
  await expect(row(panel(there, 'Completed Today'), 'Buy bread')).toBeVisible();
  await expect(row(undated(there), 'Buy milk')).toBeVisible();
  expect(await storedTasks(alice)).toMatchObject([
    { title: 'Buy milk', completed: false },
    { title: 'Buy bread', completed: true },
  ]);
});
