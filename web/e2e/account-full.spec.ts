import { expect, test, type Actor } from './fixtures.ts';
import { serviceClient } from './support/actor.ts';
import { whenOpen } from './support/frame.ts';
import {
  addNote,
  button,
  editorOf,
  openNotes,
  startEdit,
  storedNotes,
  typeInto,
} from './support/notes.ts';
import { addTasks, openOn, storedTasks, toast } from './support/tasks.ts';

const wednesday = '2026-03-04';
const FULL = 'Your account is full: 1 entries are the most.';

async function setLimits({ id }: Actor, rows: number, bytes: number): Promise<void> {
  const limits = { account: id, max_rows: rows, max_bytes: bytes };
  const { error } = await serviceClient().rpc('set_account_limits', limits);
  if (error) throw error;
}

test('design §4 quotas: a full account says so, what was typed stays, and deleting makes room', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Water the plants' });
  await setLimits(alice, 1, 1_000_000);
  const page = await openOn(alice, wednesday);
  await page.getByTitle('Add new task').click();
  const form = await whenOpen(page.getByRole('dialog', { name: 'Create New Task' }));
  await form.getByLabel('Title').fill('Call Cleo');
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(toast(page, 'Error', FULL)).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Call Cleo');
  expect(await storedTasks(alice)).toHaveLength(1);

  await alice.client.from('tasks').delete().eq('title', 'Water the plants');
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(form).toBeHidden();
  expect(await storedTasks(alice)).toMatchObject([{ title: 'Call Cleo' }]);
});

test('design §4 quotas: a note that does not fit says so and keeps the text', async ({ alice }) => {
  const note = await addNote(alice, 'Trip', 'pack');
  await setLimits(alice, 100, 10);
  const page = await openNotes(alice, note.id);
  await startEdit(page);
  await typeInto(page, 'again ');
  await button(page, 'Save').click();
  const message = 'Your account is full: 0.00001 MB of text are the most.';
  await expect(toast(page, 'Error', message)).toBeVisible();
  await expect(editorOf(page)).toHaveText('again pack');
  expect(await storedNotes(alice)).toMatchObject([{ content: 'pack' }]);
});
