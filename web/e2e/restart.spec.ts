import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { categoryFilter, signInButton, typeCredentials } from './support/frame.ts';
import { startOwnStack } from './support/own-stack.ts';
import { panel, toast } from './support/tasks.ts';

// A stack of one's own is started, and may be started again.
test.setTimeout(180_000);

const input = (page: Page) => page.getByPlaceholder('New task description...');
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });

async function register(page: Page, username: string, password: string) {
  await page.goto('/');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await typeCredentials(page, username, password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Success', 'Account created successfully')).toBeVisible();
  await expect(page).toHaveURL('/login');
}

async function signIn(page: Page, username: string, password: string) {
  await typeCredentials(page, username, password);
  await signInButton(page).click();
  await expect(panel(page, 'Due Today')).toBeVisible();
}

async function addByTyping(page: Page, title: string) {
  await input(page).fill(title);
  await input(page).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create New Task' });
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await expect(dialog).toBeHidden();
}

test("spec §1 a newcomer's story: register, sign in, type a task, see it everywhere, after a restart, and after design §7's power cut", async ({
  browser,
}) => {
  await using stack = await startOwnStack();
  // The fast React, whatever NODE_ENV the stack was started under: only that one has such links.
  const code = async () => {
    const html = await (await fetch(stack.url, { headers: { accept: 'text/html' } })).text();
    const [, entry = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? [];
    return (await fetch(new URL(entry, stack.url))).text();
  };
  await expect.poll(code).toContain('react.dev/errors');

  const laptop = await browser.newContext({ baseURL: stack.url });
  const phone = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: 360, height: 740 },
  });
  const [page, onPhone] = [await laptop.newPage(), await phone.newPage()];

  await register(page, 'Ada Lovelace', 'analytical');
  await signIn(page, 'ada lovelace', 'analytical');
  const tab = await laptop.newPage();
  await tab.goto('/');
  await onPhone.goto('/login');
  await signIn(onPhone, 'Ada Lovelace', 'analytical');
  await expect(panel(tab, 'Due Today')).toBeVisible();

  // With All selected the text opens the full dialog, due today.
  await addByTyping(page, 'Buy milk');
  for (const each of [page, tab, onPhone]) {
    await expect(
      panel(each, 'Due Today').getByRole('checkbox', { name: 'Buy milk' }),
    ).toBeVisible();
  }

  // With a category selected the text is the task.
  await tab.goto('/settings');
  const categories = tab.getByRole('region', { name: 'Categories' });
  await categories.getByRole('textbox').fill('Garden');
  await categories.getByRole('textbox').press('Enter');
  await expect(toast(tab, 'Success', 'Category created successfully!')).toBeVisible();
  await tab.goto('/');
  await categoryFilter(page).click();
  await page.getByRole('option', { name: 'Garden' }).click();
  await input(page).fill('  Plant beans ');
  await page.getByRole('button', { name: 'Add new task' }).click();
  await expect(toast(page, 'Task created', '"Plant beans" was added to Garden')).toBeVisible();
  await expect(input(page)).toHaveValue('');
  for (const each of [page, tab, onPhone]) {
    await expect(
      panel(each, 'No Due Date').getByRole('checkbox', { name: 'Plant beans' }),
    ).toBeVisible();
  }

  await stack.restart();
  await onPhone.reload();
  for (const title of ['Buy milk', 'Plant beans']) await expect(box(onPhone, title)).toBeVisible();
  // The tabs that stayed open go on by themselves.
  await addByTyping(onPhone, 'After the restart');
  await onPhone.reload();
  await expect(box(onPhone, 'After the restart')).toBeVisible();
  await categoryFilter(page).click();
  await page.getByRole('option', { name: 'All' }).click();
  for (const each of [page, tab]) {
    await expect(box(each, 'After the restart')).toBeVisible({ timeout: 20_000 });
    await expect(box(each, 'Buy milk')).toBeVisible();
  }

  await test.step('the database is killed, and the tabs recover by themselves', async () => {
    const killed = await stack.databaseProcess();
    await stack.killDatabase();
    const isBack = async () => ![0, killed].includes(await stack.databaseProcess());
    await expect.poll(isBack, { timeout: 30_000 }).toBe(true);
    await expect
      .poll(async () => (await fetch(new URL('/health', stack.url))).status, { timeout: 30_000 })
      .toBe(200);

    await addByTyping(page, 'After the power cut');
    await expect(box(page, 'After the power cut')).toBeVisible();
    await expect(box(tab, 'After the power cut')).toBeVisible({ timeout: 20_000 });
    await expect(box(tab, 'Buy milk')).toBeVisible();
    await expect(tab.getByText('Reconnecting')).toBeHidden({ timeout: 20_000 });
    await box(tab, 'Buy milk').click();
    await expect(
      panel(page, 'Completed Today').getByRole('checkbox', { name: 'Buy milk' }),
    ).toBeVisible();
  });
  await Promise.all([laptop.close(), phone.close()]);
});
