import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bar, openAccountMenu, openVisitor, setProfile, signInButton } from './support/frame.ts';
import { addCategories, addTasks, panel } from './support/tasks.ts';

/** `within`: an open menu or dialog, which hides what is behind it from assistive technology. */
async function expectNoFindings(page: Page, where: string, within = 'html') {
  // What fades in is judged when it is there.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  const findings = violations.map(
    ({ id, nodes }) =>
      `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect(findings).toEqual([]);
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`design §8: axe finds nothing for visitors, ${colorScheme}`, async ({ browser }) => {
    const { context, page } = await openVisitor(browser, { colorScheme });
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      await page.goto('/login');
      await signInButton(page).click();
      await expect(page.getByText('Username is required')).toBeVisible();
      await expectNoFindings(page, `login at ${viewport.width}`);
      await page.goto('/register');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('Username is required')).toBeVisible();
      await expectNoFindings(page, `register at ${viewport.width}`);
      await page.goto('/nothing-here');
      await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
      await expectNoFindings(page, `not found at ${viewport.width}`);
    }
    await context.close();
  });

  test(`design §8: axe finds nothing in the frame and its menus, ${colorScheme}`, async ({
    admin,
  }) => {
    await setProfile(admin, { theme: colorScheme });
    await addCategories(admin, 'Work');
    await addTasks(admin, { title: 'Long overdue', due_date: '2020-01-05', category: 'Work' });
    const page = await admin.open();
    await expect(panel(page, 'Due Today').getByRole('checkbox')).toHaveCount(1);
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      await expectNoFindings(page, `frame at ${viewport.width}`);
      await openAccountMenu(page);
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
      await expectNoFindings(page, `account menu at ${viewport.width}`, '[role=menu]');
      await page.getByRole('menuitem', { name: 'Change Password' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoFindings(page, `change password at ${viewport.width}`, '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await bar(page).getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('menuitem', { name: 'Notes' })).toBeVisible();
      await expectNoFindings(page, `menu at ${viewport.width}`, '[role=menu]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
      // The focus is on the button again, whose tooltip shows: another Escape closes that.
      await page.keyboard.press('Escape');
      await expect(page.getByRole('tooltip')).toBeHidden();
    }
  });

  test(`design §8: axe finds nothing in any header colour, ${colorScheme}`, async ({ alice }) => {
    await setProfile(alice, { theme: colorScheme });
    const page = await alice.open();
    await expect(panel(page, 'Due Today')).toBeVisible();
    for (const color of ['blue', 'green', 'purple', 'red', 'orange', 'gray']) {
      await setProfile(alice, { header_color: color });
      await expect(page.locator('html')).toHaveAttribute('data-accent', color);
      await expectNoFindings(page, color);
    }
  });
}
