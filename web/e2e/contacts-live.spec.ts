import { expect, test } from './fixtures.ts';
import {
  ada,
  addContacts,
  card,
  cards,
  changeContact,
  names,
  newContact,
  openContact,
  storedContacts,
  trashContact,
} from './support/contacts.ts';
import { holdRequests } from './support/frame.ts';
import { changesIn, controlNetwork, PUSH } from './support/network.ts';
import { addCategories } from './support/tasks.ts';

test('design §5: a contact made, changed and deleted in one tab is so in the other', async ({
  alice,
}) => {
  await addCategories(alice, 'Work');
  const here = await alice.open('/contacts');
  const there = await alice.openTab(here, '/contacts');
  await expect(there.getByText('No contacts found')).toBeVisible();
  await expect(here.getByText('No contacts found')).toBeVisible();

  const create = await newContact(here);
  await create.getByLabel('First Name').fill('Ada');
  await create.getByRole('button', { name: 'Create Contact' }).click();
  await expect(names(there)).toHaveText(['Ada']);
  await expect(names(here)).toHaveText(['Ada']);

  const edit = await openContact(there, 'Ada');
  await edit.getByLabel('Last Name').fill('Lovelace');
  await edit.getByRole('button', { name: 'Update Contact' }).click();
  await expect(names(here)).toHaveText(['Ada Lovelace']);

  // A renamed category takes its contacts along (spec §4).
  await changeContact(alice, 'Ada', { category: 'Work' });
  for (const page of [here, there]) await expect(card(page, 'Ada Lovelace')).toContainText('Work');
  const { error } = await alice.client.rpc('rename_category', {
    old_name: 'Work',
    new_name: 'office',
  });
  expect(error).toBeNull();
  for (const page of [here, there])
    await expect(card(page, 'Ada Lovelace')).toContainText('Office');

  const again = await openContact(here, 'Ada Lovelace');
  await again.getByRole('button', { name: 'Delete' }).click();
  await here.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(there.getByText('No contacts found')).toBeVisible();
});

test('spec §4 contacts: while the dialog is open untouched fields follow and touched ones stay', async ({
  alice,
}) => {
  await addContacts(alice, { ...ada, display_full_name: 'Ada Lovelace' });
  const page = await alice.open('/contacts');
  const dialog = await openContact(page, 'Ada Lovelace');
  await dialog.getByLabel('Company').fill('My own company');
  await dialog.getByLabel('First Name').fill('Augusta');
  await expect(dialog.getByLabel('Display Name')).toHaveValue('Augusta Lovelace');

  await changeContact(alice, 'Ada', { city: 'London', company: 'Theirs', last_name: 'Byron' });
  await expect(dialog.getByLabel('City')).toHaveValue('London');
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Byron');
  await expect(dialog.getByLabel('Company')).toHaveValue('My own company');
  await expect(dialog.getByLabel('First Name')).toHaveValue('Augusta');
  await expect(dialog.getByLabel('Display Name')).toHaveValue('Augusta Byron');

  // Only what was changed here is sent.
  const sent = page.waitForRequest(PUSH);
  await dialog.getByRole('button', { name: 'Update Contact' }).click();
  const saved = {
    first_name: 'Augusta',
    display_full_name: 'Augusta Byron',
    company: 'My own company',
  };
  expect(changesIn(await sent).map(({ set }) => set)).toEqual([saved]);
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => storedContacts(alice))
    .toMatchObject([{ ...saved, last_name: 'Byron', city: 'London' }]);

  // What is deleted elsewhere while it is edited comes back by being saved.
  const [{ uid } = { uid: '' }] = await storedContacts(alice);
  await openContact(page, 'Augusta Byron');
  await dialog.getByLabel('City').fill('Paris');
  await trashContact(alice, 'Augusta');
  await expect(dialog.getByText('This contact was deleted elsewhere.')).toBeVisible();
  await expect(dialog.getByLabel('City')).toHaveValue('Paris');
  await dialog.getByRole('button', { name: 'Create Contact' }).click();
  await expect(card(page, 'Augusta Byron')).toBeVisible();
  await expect(page.getByText('Contact created successfully', { exact: true })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect
    .poll(() => storedContacts(alice))
    .toMatchObject([{ ...saved, uid, last_name: 'Byron', city: 'Paris' }]);

  // Also where nothing was typed.
  await openContact(page, 'Augusta Byron');
  await trashContact(alice, 'Augusta');
  await expect(dialog.getByText('This contact was deleted elsewhere.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Contact' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => storedContacts(alice)).toMatchObject([{ ...saved, uid, city: 'Paris' }]);
  await expect(card(page, 'Augusta Byron')).toBeVisible();
});

test('design §5: the same contact saved in two tabs at once loses nothing and leaves both in step', async ({
  alice,
}) => {
  await addContacts(alice, ada);
  const [here, there] = [await alice.open('/contacts'), await alice.open('/contacts')];
  const both = [
    { page: here, city: 'London', field: 'Suffix', value: 'PhD' },
    { page: there, city: 'Paris', field: 'ZIP Code', value: '75001' },
  ];
  const releases: (() => void)[] = [];
  for (const { page, city, field, value } of both) {
    const dialog = await openContact(page, 'Ada Lovelace');
    await dialog.getByLabel('City').fill(city);
    await dialog.getByLabel(field).fill(value);
    releases.push(await holdRequests(page, PUSH));
  }
  for (const { page } of both) await page.getByRole('button', { name: 'Update Contact' }).click();
  for (const { page } of both) await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await storedContacts(alice)).toMatchObject([{ ...ada, city: null, suffix: null }]);
  for (const release of releases) release();
  await expect
    .poll(() => storedContacts(alice))
    .toMatchObject([{ ...ada, suffix: 'PhD', zip_code: '75001' }]);
  const [stored] = await storedContacts(alice);
  expect(['London', 'Paris']).toContain(stored?.city);
  for (const { page } of both) {
    const dialog = await openContact(page, 'Ada Lovelace');
    for (const [label, value] of [
      ['City', stored?.city ?? ''],
      ['Suffix', 'PhD'],
      ['ZIP Code', '75001'],
    ] as const)
      await expect(dialog.getByLabel(label)).toHaveValue(value);
  }
});

test('design §5: a tab whose network comes back after a while is in step, with what was typed meanwhile', async ({
  alice,
}) => {
  await addContacts(alice, ada, { first_name: 'Bob' }, { first_name: 'Cid' });
  const page = await alice.open('about:blank');
  const network = await controlNetwork(page);
  await page.goto('/contacts');
  const dialog = await openContact(page, 'Ada Lovelace');
  await dialog.getByLabel('Title').fill('Analyst');
  await network.cut();
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await dialog.getByRole('button', { name: 'Update Contact' }).click();
  await expect(page.getByText('Contact updated successfully', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, 'Ada Lovelace')).toContainText('Analyst');
  await expect(page.getByText('Offline, 1 change waiting')).toBeVisible();
  await openContact(page, 'Bob');
  await dialog.getByLabel('City').fill('Rome');

  await changeContact(alice, 'Ada', { city: 'London', title: 'Theirs' });
  await changeContact(alice, 'Bob', { last_name: 'Byron', city: 'Theirs' });
  await trashContact(alice, 'Cid');
  await addContacts(alice, { first_name: 'Dot' });

  await network.mend();
  await expect(page.getByText(/Reconnecting|waiting/)).toBeHidden();
  await expect(dialog.getByLabel('Last Name')).toHaveValue('Byron');
  await expect(dialog.getByLabel('City')).toHaveValue('Rome');
  await dialog.getByRole('button', { name: 'Update Contact' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(names(page)).toHaveText(['Dot', 'Bob Byron', 'Ada Lovelace']);
  await expect
    .poll(() => storedContacts(alice))
    .toMatchObject([
      { ...ada, title: 'Analyst', city: 'London' },
      { first_name: 'Bob', last_name: 'Byron', city: 'Rome' },
      { first_name: 'Dot' },
    ]);
});
