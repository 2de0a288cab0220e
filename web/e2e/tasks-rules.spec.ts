import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { controlNetwork } from './support/network.ts';
import { whenKept } from './support/offline.ts';
import { addTasks, openOn, panel, row, storedTasks } from './support/tasks.ts';

test.use({ serviceWorkers: 'allow' });

const wednesday = '2026-03-04';
const SAID = 'Repeats by a rule of another program';

async function openTask(page: Page, heading: string) {
  await row(panel(page, heading), 'Bins')
    .getByRole('button', { name: 'Bins', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Task' });
  const repeat = dialog.getByRole('combobox', { name: 'Repeat' });
  const save = async () => {
    await dialog.getByRole('button', { name: 'Update Task' }).click();
    await expect(dialog).toBeHidden();
  };
  return { dialog, repeat, save };
}

test('design §7: a rule of another program is shown, followed at once, and left for another repeat', async ({
  alice,
}) => {
  const recurrence = 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5';
  await addTasks(alice, { title: 'Bins', due_date: wednesday, recurrence });
  const page = await openOn(alice, wednesday);
  const network = await controlNetwork(page);
  await page.reload();
  await expect(row(panel(page, 'Due Today'), 'Bins')).toContainText(SAID);

  await test.step('it stays when something else is changed', async () => {
    const { dialog, repeat, save } = await openTask(page, 'Due Today');
    await expect(repeat).toHaveText('By a rule of another program');
    await dialog.getByLabel('Description').fill('The green ones');
    await save();
    await expect
      .poll(() => storedTasks(alice))
      .toMatchObject([{ description: 'The green ones', recurrence }]);
  });

  const next = { due_date: '2026-03-09', recurrence: recurrence.replace('5', '4') };
  await test.step('its next one is there at once, and the same in the database', async () => {
    // The code for such rules comes with the first that is followed.
    const other = await openOn(alice, wednesday);
    await row(panel(other, 'Due Today'), 'Bins').getByRole('checkbox').click();
    await expect(row(panel(other, 'Next Week'), 'Bins')).toContainText('Mar 9');
    await expect
      .poll(() => storedTasks(alice))
      .toMatchObject([{ completed: true }, { completed: false, ...next }]);
    await other.close();
  });

  await test.step('another repeat takes its place, without a network too', async () => {
    await expect(row(panel(page, 'Next Week'), 'Bins')).toContainText(SAID);
    await network.cut();
    const { repeat, save } = await openTask(page, 'Next Week');
    await repeat.click();
    await page.getByRole('option', { name: 'One Time', exact: true }).click();
    await save();
    await expect(row(panel(page, 'Next Week'), 'Bins')).not.toContainText(SAID);
    await network.mend();
    await expect
      .poll(() => storedTasks(alice))
      .toMatchObject([{ recurrence }, { repeat_type: 'none', recurrence: null }]);
    const again = await openTask(page, 'Next Week');
    await again.repeat.click();
    await expect(page.getByRole('option').first()).toHaveText('One Time');
  });
});

test('design §7: two devices without a network complete the same task: it has one next occurrence', async ({
  alice,
}) => {
  const recurrence = 'RRULE:FREQ=MONTHLY;BYDAY=2MO';
  await addTasks(alice, { title: 'Bins', due_date: wednesday, recurrence });
  const devices = [];
  for (let at = 0; at < 2; at += 1) {
    const page = await openOn(alice, wednesday);
    const network = await controlNetwork(page);
    await page.reload();
    await expect(row(panel(page, 'Due Today'), 'Bins')).toBeVisible();
    await whenKept(page);
    devices.push({ page, network });
  }
  for (const { page, network } of devices) {
    await network.cut();
    await row(panel(page, 'Due Today'), 'Bins').getByRole('checkbox').click();
    await expect(row(panel(page, 'Next Week'), 'Bins')).toContainText('Mar 9');
  }
  for (const { network } of devices) await network.mend();
  await expect
    .poll(() => storedTasks(alice))
    .toMatchObject([
      { completed: true, recurrence },
      { completed: false, due_date: '2026-03-09', recurrence },
    ]);
  for (const { page } of devices)
    await expect(row(panel(page, 'Next Week'), 'Bins')).toHaveCount(1);
});
