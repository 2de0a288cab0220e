import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { findViolations } from './support/axe.ts';
import { holdRequests, signInButton, typeCredentials, whenOpen } from './support/frame.ts';
import { addCategories, openOn, panel, row, storedTasks } from './support/tasks.ts';

const field = (page: Page) => page.getByPlaceholder('New task description...');
const chips = (page: Page) => page.getByRole('list', { name: 'Understood' }).getByRole('button');
const newTask = (page: Page) => page.getByRole('dialog', { name: 'Create New Task' });

test('spec §2 quick add in words: chips, Enter, the dialog, a phone; what apps share', async ({
  alice,
  visitor,
}) => {
  await addCategories(alice, 'work', 'side project');
  // A Saturday.
  const page = await openOn(alice, '2026-02-28');

  await test.step('Enter before the words can be read waits, and what was typed stays', async () => {
    const release = await holdRequests(page, /\/assets\/words-/);
    await field(page).fill('Dentist tomorrow !high #work');
    await field(page).press('Enter');
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue('Dentist tomorrow !high #work');
    release();
    await expect(row(panel(page, 'Due Tomorrow'), 'Dentist')).toContainText('High priority');
    await expect(field(page)).toHaveValue('');
  });

  await test.step('what was understood stands as chips, and can be taken away', async () => {
    await field(page).fill('Watch Monday #side project !low');
    await expect(chips(page)).toHaveText(['Due Monday', 'Side project', 'Low priority']);
    await expect(page.getByRole('status').filter({ hasText: 'Understood' })).toHaveText(
      'Understood: Due Monday, Side project, Low priority',
    );
    expect(await findViolations(page, 'header')).toEqual([]);
    await field(page).press('Tab');
    await expect(chips(page).first()).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(field(page)).toBeFocused();
    await expect(chips(page)).toHaveText(['Side project', 'Low priority']);
    await chips(page).last().click();
    await expect(chips(page)).toHaveText(['Side project']);
    await field(page).press('Enter');
    await expect(row(panel(page, 'No Due Date'), 'Watch Monday !low')).toContainText(
      'Side project',
    );
  });

  await test.step('without a category the dialog opens, filled in', async () => {
    await field(page).fill('Pay rent every month on the 1st');
    await expect(chips(page)).toHaveText(['Monthly', 'Due Tomorrow']);
    await field(page).press('Enter');
    const form = await whenOpen(newTask(page));
    await expect(form.getByLabel('Title')).toHaveValue('Pay rent');
    await expect(form.getByRole('button', { name: 'Due Date: Mar 1, 2026' })).toBeVisible();
    await expect(form.getByRole('combobox', { name: 'Repeat' })).toHaveText('Monthly');

    await test.step('there, words of the title are offered and not applied', async () => {
      await form.getByLabel('Title').fill('Pay rent on Tuesday !high');
      const offer = form.getByRole('button', { name: 'Due Tuesday, High priority: apply' });
      await expect(offer).toBeVisible();
      await expect(form.getByRole('button', { name: 'Due Date: Mar 1, 2026' })).toBeVisible();
      expect(await findViolations(page, '[role=dialog]')).toEqual([]);
      await offer.click();
      await expect(form.getByLabel('Title')).toHaveValue('Pay rent');
      await expect(form.getByLabel('Title')).toBeFocused();
      await expect(form.getByRole('button', { name: 'Due Date: Mar 3, 2026' })).toBeVisible();
      await expect(form.getByRole('combobox', { name: 'Priority' })).toHaveText('High');
      await form.getByLabel('Title').press('Enter');
      await expect(form).toBeHidden();
      await expect(field(page)).toHaveValue('');
    });
  });

  await test.step('on a phone the chips stay within the screen and are large enough', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await field(page).fill('Pay rent every month on the 1st !high #side project');
    await expect(chips(page)).toHaveCount(4);
    for (const chip of await chips(page).all()) {
      const box = await chip.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(40);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await field(page).fill('');
    await expect(chips(page)).toHaveCount(0);
  });

  await test.step('what an app shares becomes a task or a note, also after signing in', async () => {
    const phone = await visitor.context.newPage();
    await phone.goto('/share?title=Read%20this%20tomorrow&text=https%3A%2F%2Fa.example');
    await typeCredentials(phone, alice.username, alice.password);
    await signInButton(phone).click();
    await expect(phone.getByLabel('Title')).toHaveValue('Read this tomorrow');
    await expect(phone.getByRole('textbox', { name: 'Text' })).toHaveValue('https://a.example');
    await expect(chips(phone)).toHaveText(['Due Tomorrow']);
    expect(await findViolations(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Save as task' }).click();
    await expect(phone.getByRole('checkbox', { name: 'Read this' })).toBeVisible();
    await phone.goto('/share?text=Remember%0AThe%20rest');
    await phone.getByRole('button', { name: 'Save as note' }).click();
    await expect(phone.getByRole('heading', { name: 'Remember' })).toBeVisible();
    await expect(phone.getByText('The rest')).toBeVisible();
  });

  await expect
    .poll(() => storedTasks(alice))
    .toMatchObject([
      { title: 'Dentist', due_date: '2026-03-01', priority: 'high', category: 'work' },
      { title: 'Watch Monday !low', due_date: null, category: 'side project' },
      { title: 'Pay rent', due_date: '2026-03-03', priority: 'high', repeat_type: 'monthly' },
      { title: 'Read this', description: 'https://a.example' },
    ]);
});
