import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { serviceClient } from './support/actor.ts';
import { whenOpen } from './support/frame.ts';
import { addNote, button, openNotes, startEdit, storedNotes, typeInto } from './support/notes.ts';
import { chooseCategory, quickAdd } from './support/task-actions.ts';
import { addCategories, addTasks, openOn, storedTasks, toast, trashTask } from './support/tasks.ts';

const wednesday = '2026-03-04';
const FULL = 'Your account is full: 1 entries are the most.';

async function setLimits({ id }: Actor, rows: number, bytes: number): Promise<void> {
  const limits = { account: id, max_rows: rows, max_bytes: bytes };
  const { error } = await serviceClient().rpc('set_account_limits', limits);
  if (error) throw error;
}

const givenBack = (page: Page) => page.getByRole('dialog', { name: 'Recovered text' });

async function createTask(page: Page, title: string): Promise<void> {
  await page.getByTitle('Add new task').click();
  const form = await whenOpen(page.getByRole('dialog', { name: 'Create New Task' }));
  await form.getByLabel('Title').fill(title);
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(form).toBeHidden();
}

test('design §4 quotas: a full account says so, what was typed is given back, and room lets it through', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Water the plants' });
  await setLimits(alice, 1, 1_000_000);
  const page = await openOn(alice, wednesday);

  await test.step('a full account, and room', async () => {
    await createTask(page, 'Call Cleo');
    await expect(toast(page, 'Error', FULL)).toBeAttached();
    await expect(givenBack(page).getByLabel('Title')).toHaveValue('Call Cleo');
    await button(givenBack(page), 'Close').last().click();
    await expect(page.getByRole('checkbox')).toHaveCount(1);
    await expect(page.getByText('waiting')).toBeHidden();
    expect(await storedTasks(alice)).toMatchObject([{ title: 'Water the plants' }]);

    await setLimits(alice, 2, 1_000_000);
    await createTask(page, 'Call Cleo');
    await expect
      .poll(() => storedTasks(alice))
      .toMatchObject([{ title: 'Water the plants' }, { title: 'Call Cleo' }]);
    await expect(givenBack(page)).toBeHidden();
  });

  await test.step('where something lies in Recently deleted, it says that this makes room', async () => {
    await trashTask(alice, 'Call Cleo');
    await setLimits(alice, 2, 1_000_000);
    await expect(page.getByRole('checkbox')).toHaveCount(1);
    await createTask(page, 'Call Cleo');
    const room = 'Emptying “Recently deleted” in Settings makes room.';
    await expect(toast(page, 'Error', `${FULL.replace('1', '2')} ${room}`)).toBeAttached();
  });

  await test.step('of several entries that do not fit each is given back', async () => {
    await button(givenBack(page), 'Close').last().click();
    await setLimits(alice, 10, 1_000_000);
    await addCategories(alice, 'Work');
    await setLimits(alice, 1, 1_000_000);
    await chooseCategory(page, 'Work');
    await page.context().setOffline(true);
    for (const title of ['Call Ann', 'Call Bea', 'Call Cleo']) await quickAdd(page, title);
    await page.context().setOffline(false);
    const typed = givenBack(page).getByLabel('Title');
    await expect(typed).toHaveCount(3);
    for (const [at, title] of ['Call Ann', 'Call Bea', 'Call Cleo'].entries())
      await expect(typed.nth(at)).toHaveValue(title);
  });
});

test('design §4 quotas: a note that does not fit says so and gives the text back', async ({
  alice,
}) => {
  const note = await addNote(alice, 'Trip', 'pack');
  await setLimits(alice, 100, 10);
  const page = await openNotes(alice, note.uid);
  await startEdit(page);
  await typeInto(page, 'again ');
  await button(page, 'Save').click();
  const message = 'Your account is full: 0.00001 MB of text are the most.';
  await expect(toast(page, 'Error', message)).toBeAttached();
  await expect(givenBack(page).getByLabel('Content')).toHaveValue('again pack');
  await button(givenBack(page), 'Close').last().click();
  await expect(page.getByRole('article')).toContainText('pack');
  await expect(page.getByRole('article')).not.toContainText('again');
  expect(await storedNotes(alice)).toMatchObject([{ content: 'pack' }]);

  await setLimits(alice, 100, 1_000_000);
  await startEdit(page);
  await typeInto(page, 'again ');
  await button(page, 'Save').click();
  await expect.poll(() => storedNotes(alice)).toMatchObject([{ content: 'again pack' }]);
});
