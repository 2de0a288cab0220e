import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { addCategories, toast } from './support/tasks.ts';

const colors = ['Blue', 'Green', 'Purple', 'Red', 'Orange', 'Gray'];
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

async function openDisplay(actor: Actor, options = {}): Promise<Page> {
  const page = await actor.open('/settings', options);
  await page.getByRole('tab', { name: 'Display' }).click();
  await expect(radio(page, 'Light')).toBeVisible();
  return page;
}

async function profileOf(actor: Actor) {
  const { data, error } = await actor.client
    .from('profiles')
    .select('theme, header_color')
    .eq('id', actor.id)
    .single();
  if (error) throw error;
  return data;
}

test('§2 display: the theme, light by default, follows to the other device', async ({ alice }) => {
  const page = await openDisplay(alice);
  const other = await openDisplay(alice);
  await expect(page.getByRole('group', { name: 'Theme' }).getByRole('radio')).toHaveCount(2);
  await expect(radio(page, 'Light')).toBeChecked();
  await radio(page, 'Dark').check();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(toast(page, 'Success', 'Theme updated successfully')).toBeVisible();
  await expect(radio(other, 'Dark')).toBeChecked();
  await expect(other.locator('html')).toHaveClass(/dark/);
  expect(await profileOf(alice)).toMatchObject({ theme: 'dark' });
  await page.reload();
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('§3 header colours: six, with a preview, live on the other device', async ({ alice }) => {
  test.slow();
  const page = await openDisplay(alice);
  const other = await openDisplay(alice);
  const group = page.getByRole('group', { name: 'Header Color' });
  await expect(group.getByRole('radio')).toHaveCount(6);
  await expect(radio(page, 'Blue')).toBeChecked();
  for (const name of colors.toReversed()) {
    await radio(page, name).check();
    await expect(page.locator('html')).toHaveAttribute('data-accent', name.toLowerCase());
    await expect(page.getByTestId('header-preview')).toHaveAttribute(
      'data-accent',
      name.toLowerCase(),
    );
    await expect(radio(other, name)).toBeChecked();
    await expect(other.locator('html')).toHaveAttribute('data-accent', name.toLowerCase());
  }
  await expect(toast(page, 'Success', 'Header color updated successfully')).toBeVisible();
});

test('§2 display: the preview shows the colour that is pointed at, the bar does not', async ({
  alice,
}) => {
  const page = await openDisplay(alice);
  const preview = page.getByTestId('header-preview');
  await page.getByText('Purple', { exact: true }).hover();
  await expect(preview).toHaveAttribute('data-accent', 'purple');
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'blue');
  await page.getByRole('tab', { name: 'Display' }).hover();
  await expect(preview).toHaveAttribute('data-accent', 'blue');
});

test('§8 preferences: failures say so, and the choice goes back', async ({ alice }) => {
  const page = await openDisplay(alice);
  await page.route(/rest\/v1\/profiles/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { message: 'secret detail', code: 'XX000' } })
      : route.continue(),
  );
  await radio(page, 'Dark').click();
  await expect(toast(page, 'Error', 'Failed to update theme')).toBeVisible();
  await expect(radio(page, 'Light')).toBeChecked();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await radio(page, 'Red').click();
  await expect(toast(page, 'Error', 'Failed to update header color')).toBeVisible();
  await expect(radio(page, 'Blue')).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-accent', 'blue');
  expect(await profileOf(alice)).toEqual({ theme: 'light', header_color: 'blue' });
});

for (const theme of ['Light', 'Dark']) {
  test(`design §8: axe finds nothing in the ${theme} settings, in every colour`, async ({
    alice,
  }) => {
    test.slow();
    await addCategories(alice, 'Personal', 'Projects', 'Work');
    await alice.client.from('profiles').update({ theme: theme.toLowerCase() }).eq('id', alice.id);
    const page = await openDisplay(alice, { reducedMotion: 'reduce' });
    await expect(radio(page, theme)).toBeChecked();
    for (const color of colors.toReversed()) {
      await radio(page, color).check();
      await expect(page.locator('html')).toHaveAttribute('data-accent', color.toLowerCase());
      expect((await new AxeBuilder({ page }).analyze()).violations, color).toEqual([]);
    }
    await page.getByRole('tab', { name: 'Categories' }).click();
    await page.getByRole('button', { name: 'Rename Work' }).click();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
}
