import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { bar, categoryFilter, openAccountMenu, signInButton } from './support/frame.ts';
import { addCategories, addTasks, panel } from './support/tasks.ts';

type Look = { theme: 'light' | 'dark'; color: string };
type Axe = { run(within: string, options: object): Promise<{ violations: Finding[] }> };
type Finding = { id: string; nodes: { target: unknown[] }[] };

const light: Look = { theme: 'light', color: 'blue' };
const dark: Look[] = [{ theme: 'dark', color: 'blue' }];
const everyLook = (['light', 'dark'] as const).flatMap((theme) =>
  ['blue', 'green', 'purple', 'red', 'orange', 'gray'].map((color) => ({ theme, color })),
);

/**
 * What has less contrast than 4.5:1 in each look. The looks are put on the page as app/theme.ts does
 * it, without a person and a server for each, and judged by the axe that is already on the page.
 */
function findContrast(page: Page, within: string, looks: Look[]): Promise<string[]> {
  return page.evaluate(
    async ([inside, wanted]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { classList, dataset } = document.documentElement;
      // A colour on its way from one look to the next belongs to neither.
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important; animation: none !important; }');
      document.adoptedStyleSheets.push(still);
      const found: string[] = [];
      const options = { runOnly: ['color-contrast'], resultTypes: ['violations'], preload: false };
      for (const { theme, color } of wanted) {
        classList.toggle('dark', theme === 'dark');
        dataset.accent = color;
        const { violations } = await axe.run(inside, options);
        for (const { id, nodes } of violations)
          found.push(`${theme} ${color}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`);
      }
      return found;
    },
    [within, [...looks, light]] as const,
  );
}

/**
 * Everything that axe knows, then contrast in the given looks, on which nothing else depends.
 * `within`: an open menu or dialog, which hides what is behind it from assistive technology.
 */
async function expectNoFindings(page: Page, where: string, within = 'html', looks = everyLook) {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(findings, where).toEqual([]);
  expect(await findContrast(page, within, looks), where).toEqual([]);
}

test('design §8: too little contrast would be found in every look', async ({
  visitor: { page },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/login');
  await expect(signInButton(page)).toBeVisible();
  await new AxeBuilder({ page }).analyze();
  await page.evaluate(() => document.documentElement.style.setProperty('--soft', '#808080'));
  expect(await findContrast(page, 'html', everyLook)).toHaveLength(everyLook.length + 1);
});

test('design §8: axe finds nothing for visitors', async ({ visitor: { page } }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/login');
  await signInButton(page).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectNoFindings(page, 'login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, 'forgotten password', '[role=dialog]');
  await page.goto('/register');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectNoFindings(page, 'register');
  await page.goto('/nothing-here');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expectNoFindings(page, 'not found');
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
  await expectNoFindings(page, 'frame on a phone', 'html', dark);
  await page.setViewportSize({ width: 1440, height: 800 });
  await openAccountMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectNoFindings(page, 'account menu', '[role=menu]', dark);
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, 'change password', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await bar(page).getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Notes' })).toBeVisible();
  await expectNoFindings(page, 'menu', '[role=menu]', dark);
  await page.keyboard.press('Escape');
  await categoryFilter(page).click();
  await expect(page.getByRole('option', { name: 'Work' })).toBeVisible();
  await expectNoFindings(page, 'category', '[role=listbox]', dark);
  await page.keyboard.press('Escape');
  await bar(page).getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('Overdue Tasks (6)')).toBeVisible();
  await expectNoFindings(page, 'notifications', '[role=dialog]', dark);
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
      await expectNoFindings(page, path);
    });
  }
  return page;
}

test('design §8: every screen of a day has its contrast in both themes and all six header colours', async ({
  admin,
}) => {
  await walk(admin, {
    '/': (page) => page.getByRole('checkbox', { name: 'Late' }),
    '/contacts': (page) => page.getByText('Engines'),
    '/notes': (page) => page.getByText('Recipe'),
    '/drag-test': (page) => page.getByText('Late').first(),
    '/nothing-here': (page) => page.getByRole('link', { name: 'Back to tasks' }),
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
  await expectNoFindings(page, 'renaming');
  await page.getByRole('tab', { name: 'Display' }).click();
  await expect(page.getByRole('radio', { name: 'Light' })).toBeVisible();
  await expectNoFindings(page, 'display');
});
