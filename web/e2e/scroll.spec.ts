import { expect, test } from './fixtures.ts';

test('design §8: a reload stays where one was, and another address begins at its top', async ({
  visitor: { page },
}) => {
  const place = () => page.evaluate(() => scrollY);
  // So low that both forms have to be scrolled.
  await page.setViewportSize({ width: 360, height: 300 });
  await page.goto('/register');
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeAttached();
  await page.evaluate(() => scrollTo(0, 150));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeAttached();
  expect(await place()).toBe(0);
  await page.evaluate(() => scrollTo(0, 100));
  await page.reload();
  await expect.poll(place).toBe(100);
});
