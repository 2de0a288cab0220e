import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ada, addContacts, changeContact, names } from './support/contacts.ts';
import { bar } from './support/frame.ts';
import { addNote } from './support/notes.ts';
import { addTasks, panel, storedTasks, trashTask } from './support/tasks.ts';

/**
 * A network that dies without a word, as when a router is switched off: nothing is closed, nothing
 * is refused by the machine itself, and what was connected before never answers again.
 */
async function silentNetwork(page: Page) {
  let isDead = false;
  const connections: { isDead: boolean }[] = [];
  await page.route(/\/(rest|auth|functions)\/v1\/|config\.json/, (route) =>
    isDead ? route.abort('timedout') : route.fallback(),
  );
  await page.routeWebSocket(/realtime/, async (socket) => {
    if (isDead) return socket.close();
    const connection = { isDead: false };
    connections.push(connection);
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!connection.isDead) server.send(message);
    });
    server.onMessage((message) => {
      if (!connection.isDead) socket.send(message);
    });
  });
  return {
    die() {
      isDead = true;
      for (const connection of connections) connection.isDead = true;
    },
    live() {
      isDead = false;
    },
  };
}

async function goTo(page: Page, screen: string) {
  await bar(page).getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: screen }).click();
}

const task = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: title, exact: true });
const note = (page: Page, title: string) =>
  page.getByRole('button', { name: title, exact: true }).first();

test('design §5: after a minute without a network, unnoticed by the machine, every screen is in step', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Old task' });
  await addContacts(alice, ada);
  await addNote(alice, 'Old note');
  const page = await alice.open('about:blank');
  const network = await silentNetwork(page);
  await page.clock.install();
  await page.goto('/');
  await expect(task(page, 'Old task')).toBeVisible();
  await goTo(page, 'Contacts');
  await expect(names(page)).toHaveText(['Ada Lovelace']);
  await goTo(page, 'Notes');
  await expect(note(page, 'Old note')).toBeVisible();
  await goTo(page, 'Tasks');
  await addTasks(alice, { title: 'Arrives live' });
  await expect(task(page, 'Arrives live')).toBeVisible();

  network.die();
  await trashTask(alice, 'Old task');
  await addTasks(alice, { title: 'New task' });
  await changeContact(alice, 'Ada', { last_name: 'Byron' });
  await addNote(alice, 'New note');
  await page.clock.runFor('01:10');
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await expect(task(page, 'New task')).toBeHidden();

  network.live();
  await page.clock.runFor('00:15');
  await expect(page.getByText('Reconnecting')).toBeHidden();
  await expect(task(page, 'New task')).toBeVisible();
  await expect(task(page, 'Old task')).toBeHidden();
  await goTo(page, 'Contacts');
  await expect(names(page)).toHaveText(['Ada Byron']);
  await goTo(page, 'Notes');
  await expect(note(page, 'New note')).toBeVisible();
  await addNote(alice, 'Live again');
  await expect(note(page, 'Live again')).toBeVisible();
});

test('design §5: the same task saved in two tabs loses nothing and leaves both in step', async ({
  alice,
}) => {
  await addTasks(alice, { title: 'Call the plumber', description: 'Kitchen' });
  const here = await alice.open();
  const there = await alice.openTab(here);
  const open = async (page: Page, title: string) => {
    await panel(page, 'No Due Date').getByRole('button', { name: title, exact: true }).click();
    return page.getByRole('dialog', { name: 'Edit Task' });
  };
  const [mine, theirs] = [
    await open(here, 'Call the plumber'),
    await open(there, 'Call the plumber'),
  ];
  await mine.getByLabel('Title').fill('Call the electrician');
  await theirs.getByLabel('Description').fill('Bathroom');
  await mine.getByRole('button', { name: 'Update Task' }).click();
  await expect(mine).toBeHidden();
  const behind = { name: 'Call the electrician', includeHidden: true };
  await expect(there.getByRole('checkbox', behind)).toBeAttached();
  await theirs.getByRole('button', { name: 'Update Task' }).click();
  await expect(theirs).toBeHidden();
  await expect
    .poll(() => storedTasks(alice))
    .toMatchObject([{ title: 'Call the electrician', description: 'Bathroom' }]);
  for (const page of [here, there]) {
    const dialog = await open(page, 'Call the electrician');
    await expect(dialog.getByLabel('Description')).toHaveValue('Bathroom');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});
