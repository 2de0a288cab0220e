import { expect, test } from './fixtures.ts';
import { addTasks, openOn, row, panel, storedTasks } from './support/tasks.ts';

const day = '2026-03-04';

test('design §2: the URL opens a task, and Back closes it', async ({ alice }) => {
  await addTasks(alice, { title: 'Call Ann', due_date: day });
  const [task] = await storedTasks(alice);
  const page = await openOn(alice, day);
  const edit = page.getByRole('dialog', { name: 'Edit Task' });
  const create = page.getByRole('dialog', { name: 'Create New Task' });

  await test.step('opened here it adds an entry, which a reload keeps and closing takes away', async () => {
    await row(panel(page, 'Due Today'), 'Call Ann').getByText('Call Ann').click();
    await expect(edit.getByLabel('Title')).toHaveValue('Call Ann');
    await expect(page).toHaveURL(`/?task=${task?.uid}`);
    await page.reload();
    await expect(edit.getByLabel('Title')).toHaveValue('Call Ann');
    await page.goBack();
    await expect(edit).toBeHidden();
    await expect(page).toHaveURL('/');
    await page.goForward();
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await expect(edit).toBeHidden();
    await expect(page).toHaveURL('/');
  });

  await test.step('by a link, also that of a new one; what is none opens nothing', async () => {
    await page.goto(`/?task=${task?.uid}`);
    await expect(edit.getByLabel('Title')).toHaveValue('Call Ann');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/');
    await page.goto('/?task=new');
    await expect(create.getByLabel('Title')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/');
    await page.goto('/?task=00000000-0000-4000-8000-000000000000');
    await expect(row(panel(page, 'Due Today'), 'Call Ann')).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('spec §2 notifications: an overdue task opens from any screen', async () => {
    await page.clock.setFixedTime(new Date('2026-03-06T12:00:00Z'));
    await page.goto('/contacts');
    await page.getByRole('button', { name: 'Notifications' }).click();
    await page.getByRole('dialog', { name: 'Notifications' }).getByText('Call Ann').click();
    await expect(edit.getByLabel('Title')).toHaveValue('Call Ann');
    await expect(page).toHaveURL(`/?task=${task?.uid}`);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/contacts');
  });
});
