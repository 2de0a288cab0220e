import type { Locator, Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { everyOtherLook, expectNoFindings, findContrast, findViolations } from './support/axe.ts';
import { bar, categoryFilter, openAccountMenu, signInButton } from './support/frame.ts';
import { addCategories, addTasks, panel } from './support/tasks.ts';

test('design §8: axe finds nothing for visitors, and would find too little contrast in every look', async ({
  visitor: { page },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });

  await test.step('nothing for visitors', async () => {
    await page.goto('/login');
    await signInButton(page).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expectNoFindings(page, 'login', { looks: everyOtherLook });
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page, 'forgotten password', {
      within: '[role=dialog]',
      looks: everyOtherLook,
    });
    await page.goto('/register');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expectNoFindings(page, 'register', { looks: everyOtherLook });
    await page.goto('/nothing-here');
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
    await expectNoFindings(page, 'not found', { looks: everyOtherLook });
  });

  await test.step('too little contrast would be found', async () => {
    await page.goto('/login');
    await expect(signInButton(page)).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.evaluate(() =>
      document.documentElement.style.setProperty('--soft', 'light-dark(#909090, #606060)'),
    );
    expect(await findViolations(page)).toEqual([expect.stringContaining('color-contrast')]);
    // Once for each theme; what follows the header colour, for each colour.
    expect(await findContrast(page, 'html', everyOtherLook)).toHaveLength(2);
    await page.evaluate((looks) => {
      const pale = new CSSStyleSheet();
      for (const [index, { color }] of looks.entries())
        pale.insertRule(
          `[data-accent=${color}] { --accent: hsl(${index * 30} 60% 80%) !important }`,
          index,
        );
      document.adoptedStyleSheets.push(pale);
    }, everyOtherLook);
    expect(await findContrast(page, 'html', everyOtherLook)).toHaveLength(everyOtherLook.length);
  });
});

test('design §8: axe finds nothing in the bar, its menus, popovers and windows', async ({
  admin,
}) => {
  await addCategories(admin, 'Work');
  await addTasks(
    admin,
    ...Array.from({ length: 6 }, () => ({
      title: 'Late',
      due_date: '2020-01-05',
      category: 'Work',
    })),
  );
  const page = await admin.open('/', { reducedMotion: 'reduce', colorScheme: 'light' });
  await expect(panel(page, 'Due Today').getByRole('checkbox')).toHaveCount(6);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoFindings(page, 'frame on a phone');

  await test.step('forced colours: filled buttons have an edge, and what is chosen is told', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const add = page.getByRole('button', { name: 'New task', exact: true });
    await expect(add).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
    await expect(add).toHaveCSS('border-top-width', '1px');
    const tab = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    await expect(tab.first()).toHaveCSS('outline-style', 'solid');
    await expect(tab.last()).toHaveCSS('outline-style', 'none');
    await page.emulateMedia({
      forcedColors: 'none',
      reducedMotion: 'reduce',
      colorScheme: 'light',
    });
  });

  await page.setViewportSize({ width: 1440, height: 800 });
  await openAccountMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectNoFindings(page, 'account menu', { within: '[role=menu]' });
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, 'change password', {
    within: '[role=dialog]',
    looks: everyOtherLook,
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await bar(page).getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Notes' })).toBeVisible();
  await expectNoFindings(page, 'menu', { within: '[role=menu]' });
  await page.keyboard.press('Escape');
  await categoryFilter(page).click();
  await expect(page.getByRole('option', { name: 'Work' })).toBeVisible();
  await expectNoFindings(page, 'category', { within: '[role=listbox]' });
  await page.keyboard.press('Escape');
  await bar(page).getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('Overdue Tasks (6)')).toBeVisible();
  await expectNoFindings(page, 'notifications', { within: '[role=dialog]' });
});

type Screens = Record<string, (page: Page) => Locator>;

/** A household with something on every screen, and a walk over these. */
async function walk(admin: Actor, screens: Screens): Promise<Page> {
  await addCategories(admin, 'Personal', 'Projects', 'Work');
  await addTasks(
    admin,
    { title: 'Late', due_date: '2020-01-05', category: 'Work', priority: 'high' },
    { title: 'Undated', category: 'Projects', repeat_type: 'daily' },
    { title: 'Done', completed: true },
  );
  const contact = await admin.client
    .from('contacts')
    .insert({ first_name: 'Ada', company: 'Engines' });
  expect(contact.error).toBeNull();
  const note = await admin.client.from('notes').insert({ title: 'Recipe', content: 'Text' });
  expect(note.error).toBeNull();
  const page = await admin.open('about:blank', { reducedMotion: 'reduce', colorScheme: 'light' });
  for (const [path, sign] of Object.entries(screens)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(sign(page)).toBeVisible();
      await expectNoFindings(page, path, { looks: everyOtherLook });
    });
  }
  return page;
}

test('design §8: every screen of a day has its contrast in both themes and all six header colours', async ({
  admin,
}) => {
  await walk(admin, {
    '/': (at) => at.getByRole('checkbox', { name: 'Late' }),
    '/contacts': (at) => at.getByText('Engines'),
    '/notes': (at) => at.getByRole('button', { name: 'Recipe', exact: true }),
    '/drag-test': (at) => at.getByText('Late').first(),
    '/nothing-here': (at) => at.getByRole('link', { name: 'Back to tasks' }),
  });
});

test('design §8: settings and administration have theirs, in both themes and all six header colours', async ({
  admin,
}) => {
  const page = await walk(admin, {
    '/admin': (at) => at.getByRole('columnheader', { name: 'Username' }),
    '/email-config': (at) => at.getByRole('textbox').first(),
    '/settings': (at) => at.getByText('Personal'),
  });
  await page.getByRole('button', { name: 'Rename Work' }).click();
  await expectNoFindings(page, 'renaming', { looks: everyOtherLook });
  await page.getByRole('tab', { name: 'Display' }).click();
  await expect(page.getByRole('radio', { name: 'Light' })).toBeVisible();
  await expectNoFindings(page, 'display', { looks: everyOtherLook });
});
