import { expect, test } from './fixtures.ts';
import { expectNoFindings } from './support/axe.ts';
import { openAccountMenu, whenOpen } from './support/frame.ts';
import { controlNetwork, PUSH, refuseChanges } from './support/network.ts';
import { box, rename } from './support/task-actions.ts';
import { addTasks, storedTasks } from './support/tasks.ts';

test('design §5: what was refused after the tab that made it was closed is told, and can be sent again or discarded', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Rent' }, { title: 'Milk' });
  const first = await alice.open('about:blank');
  const network = await controlNetwork(first);
  await first.goto('/');
  await expect(box(first, 'Milk')).toBeVisible();
  const page = await alice.openTab(first);
  await expect(box(page, 'Milk')).toBeVisible();
  await network.cut();
  await rename(first, 'Rent', 'Rent and heating');
  await rename(first, 'Milk', 'Oat milk');
  await expect(page.getByText('Offline, 2 changes waiting')).toBeVisible();
  await first.close();

  const allow = await refuseChanges(page);
  await network.mend();
  const sign = page.getByRole('button', { name: '2 changes could not be sent' });
  await expect(sign).toBeVisible();
  await expect(box(page, 'Rent')).toBeVisible();
  const other = await alice.openTab(page);
  await expect(other.getByRole('button', { name: '2 changes could not be sent' })).toBeVisible();

  await sign.click();
  const dialog = await whenOpen(
    page.getByRole('dialog', { name: 'Changes that could not be sent' }),
  );
  const items = dialog.getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(
    items.first().getByText('Failed to update task: Rent', { exact: true }),
  ).toBeVisible();
  await expect(items.first().getByText('Rent and heating', { exact: true })).toBeVisible();
  await expectNoFindings(page, 'changes that could not be sent');

  await allow();
  await items.first().getByRole('button', { name: 'Try Again' }).click();
  await expect(items).toHaveCount(1);
  await items.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  for (const tab of [page, other]) {
    await expect(tab.getByText('could not be sent')).toBeHidden();
    await expect(box(tab, 'Rent and heating')).toBeVisible();
    await expect(box(tab, 'Milk')).toBeVisible();
  }
  await expect
    .poll(() => storedTasks(alice))
    .toMatchObject([{ title: 'Rent and heating' }, { title: 'Milk' }]);
});

test('design §5: what waits while the server is there is said after a while; logging out tells what has not been sent', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Rent' });
  const page = await alice.open();
  await page.route(PUSH, (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
  await rename(page, 'Rent', 'Rent and heating');
  await expect(page.getByText('1 change waiting', { exact: true })).toBeVisible();

  await page.unroute(PUSH);
  const allow = await refuseChanges(page);
  const typed = page.getByRole('dialog', { name: 'Recovered text' });
  await expect(typed).toBeVisible({ timeout: 20_000 });
  await whenOpen(typed);
  await typed.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: '1 change could not be sent' })).toBeVisible();
  await allow();
  const menu = await openAccountMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Log out and lose changes?' });
  await expect(question).toContainText('1 change has not reached the server yet');
});

test('design §5: by plain http, where browsers have neither locks nor service workers, changes are sent too', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Rent' });
  const page = await alice.open('about:blank');
  await page.addInitScript(() => {
    for (const name of ['locks', 'serviceWorker'])
      Reflect.deleteProperty(Navigator.prototype, name);
  });
  await page.goto('/');
  await rename(page, 'Rent', 'Rent and heating');
  await expect.poll(() => storedTasks(alice)).toMatchObject([{ title: 'Rent and heating' }]);
});
