import { expect, test } from './fixtures.ts';
import { addTasks } from './support/tasks.ts';

test('design §8: a reload stays where one was, and another address begins at its top', async ({
  alice,
}) => {
  const day = new Date().toISOString().slice(0, 10);
  const titles = Array.from({ length: 50 }, (_, index) => `Task ${index + 1}`);
  await addTasks(alice, ...titles.map((title) => ({ title, due_date: day })));
  const page = await alice.open('/', { timezoneId: 'UTC' });
  const place = () => page.evaluate(() => scrollY);
  await expect(page.getByRole('checkbox', { name: 'Task 50', exact: true })).toBeAttached();
  await page.evaluate(() => scrollTo(0, 500));
  await page.reload();
  await expect.poll(place).toBe(500);
  await page.goto('/drag-test');
  await expect(page.getByText('Task 50', { exact: true }).first()).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1500);
  expect(await place()).toBe(0);
});
