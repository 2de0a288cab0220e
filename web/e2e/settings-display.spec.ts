import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { bar, storedProfile } from './support/frame.ts';
import { toast } from './support/tasks.ts';

const colors = ['Blue', 'Green', 'Purple', 'Red', 'Orange', 'Gray'];
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const root = (page: Page) => page.locator('html');

/** The button is on at once, and stays. */
async function choose(page: Page, name: string): Promise<void> {
  const isOn = await radio(page, name).evaluate((button: HTMLInputElement) => {
    button.click();
    return button.checked;
  });
  expect(isOn, name).toBe(true);
  await expect(radio(page, name)).toBeChecked();
}

async function openDisplay(actor: Actor, options = {}): Promise<Page> {
  const page = await actor.open('/settings', options);
  await page.getByRole('tab', { name: 'Display' }).click();
  await expect(radio(page, 'Light')).toBeVisible();
  return page;
}

test('spec §2, §8 display: theme and header colour on every device at once; failures take the choice back', async ({
  alice,
}) => {
  const page = await alice.open('about:blank');

  await test.step('spec §8: failures say so, and the choice goes back', async () => {
    const sent: string[] = [];
    await page.route(/rest\/v1\/profiles/, (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      sent.push(...Object.keys(Object(route.request().postDataJSON())));
      return route.fulfill({ status: 500, json: { message: 'secret detail', code: 'XX000' } });
    });
    await page.goto('/settings');
    await expect.poll(() => sent).toEqual(['time_zone']);
    await page.getByRole('tab', { name: 'Display' }).click();
    await radio(page, 'Dark').click();
    await expect(toast(page, 'Error', 'Failed to update theme')).toBeVisible();
    await expect(radio(page, 'Light')).toBeChecked();
    await expect(root(page)).not.toHaveClass(/dark/);
    await radio(page, 'Red').click();
    await expect(toast(page, 'Error', 'Failed to update header color')).toBeVisible();
    await expect(radio(page, 'Blue')).toBeChecked();
    await expect(root(page)).toHaveAttribute('data-accent', 'blue');
    await expect(page.getByText('secret detail')).toBeHidden();
    expect(await storedProfile(alice)).toMatchObject({ theme: 'light', header_color: 'blue' });
    // The time zone, which nobody chooses, is not told again and again.
    expect(sent).toEqual(['time_zone', 'theme', 'header_color']);
    await page.unrouteAll();
  });

  await test.step('design §8: in forced colours every colour is seen, and which one is chosen', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const card = (name: string) => page.locator('label').filter({ has: radio(page, name) });
    await expect(card('Blue')).toHaveCSS('outline-style', 'solid');
    await expect(card('Red')).toHaveCSS('outline-style', 'none');
    const shown = await page
      .getByRole('group', { name: 'Header Color' })
      .locator('label [data-accent]')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(new Set(shown).size).toBe(colors.length);
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  });

  await test.step('spec §2: theme and header colour with its preview, on every device at once', async () => {
    const other = await openDisplay(alice);
    await expect(page.getByRole('group', { name: 'Theme' }).getByRole('radio')).toHaveCount(2);
    await expect(radio(page, 'Light')).toBeChecked();
    await choose(page, 'Dark');
    await expect(root(page)).toHaveClass(/dark/);
    await expect(toast(page, 'Success', 'Theme updated successfully')).toBeVisible();
    await expect(radio(other, 'Dark')).toBeChecked();
    await expect(root(other)).toHaveClass(/dark/);
    expect(await storedProfile(alice)).toMatchObject({ theme: 'dark', header_color: 'blue' });

    const group = page.getByRole('group', { name: 'Header Color' });
    const preview = page.getByTestId('header-preview');
    await expect(group.getByRole('radio')).toHaveCount(6);
    await expect(radio(page, 'Blue')).toBeChecked();

    // What is pointed at shows in the preview, not in the bar.
    await page.getByText('Purple', { exact: true }).hover();
    await expect(preview).toHaveAttribute('data-accent', 'purple');
    await expect(root(page)).toHaveAttribute('data-accent', 'blue');
    await page.getByRole('tab', { name: 'Display' }).hover();
    await expect(preview).toHaveAttribute('data-accent', 'blue');

    // The bar wears the colour, six different ones.
    const colour = (of: Page) =>
      bar(of).evaluate((header) => getComputedStyle(header).backgroundColor);
    const seen = new Set<string>();
    for (const name of colors.toReversed()) {
      const accent = name.toLowerCase();
      await choose(page, name);
      await expect(root(page)).toHaveAttribute('data-accent', accent);
      await expect(preview).toHaveAttribute('data-accent', accent);
      await expect(radio(other, name)).toBeChecked();
      await expect(root(other)).toHaveAttribute('data-accent', accent);
      const shown = await colour(page);
      expect(await colour(other)).toBe(shown);
      seen.add(shown);
    }
    expect(seen.size).toBe(6);
    await expect(toast(page, 'Success', 'Header color updated successfully')).toBeVisible();
    await page.reload();
    await expect(root(page)).toHaveClass(/dark/);
    await page.goto('/');
    await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', /^#/);
  });
});
