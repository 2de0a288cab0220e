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
} from './support/contacts.ts';

test('design §5: a contact made, changed and deleted in one tab is so in the other', async ({
  alice,
}) => {
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

  const again = await openContact(here, 'Ada Lovelace');
  await again.getByRole('button', { name: 'Delete' }).click();
  await here.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(there.getByText('No contacts found')).toBeVisible();
});

test('§4 contacts: while the dialog is open untouched fields follow and touched ones stay', async ({
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

  await dialog.getByRole('button', { name: 'Update Contact' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await storedContacts(alice)).toMatchObject([
    {
      first_name: 'Augusta',
      last_name: 'Byron',
      display_full_name: 'Augusta Byron',
      company: 'My own company',
      city: 'London',
    },
  ]);
});

test('design §5: saving sends only what was changed here', async ({ alice }) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  const dialog = await openContact(page, 'Ada Lovelace');
  await dialog.getByLabel('City').fill('London');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Update Contact' }).click();
  expect((await sent).postDataJSON()).toEqual({ city: 'London' });
});

test('§4 contacts: what is deleted elsewhere while it is edited can be saved again', async ({
  alice,
}) => {
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  const dialog = await openContact(page, 'Ada Lovelace');
  await dialog.getByLabel('City').fill('London');
  const { error } = await alice.client.from('contacts').delete().eq('first_name', 'Ada');
  expect(error).toBeNull();
  await expect(dialog.getByText('This contact was deleted elsewhere.')).toBeVisible();
  await expect(dialog.getByLabel('City')).toHaveValue('London');
  await dialog.getByRole('button', { name: 'Create Contact' }).click();
  await expect(card(page, 'Ada Lovelace')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  expect(await storedContacts(alice)).toMatchObject([{ ...ada, city: 'London' }]);
});

test('§5 categories: contacts follow a renamed category', async ({ alice }) => {
  await alice.client.from('categories').insert({ name: 'Work' });
  await addContacts(alice, ada);
  const page = await alice.open('/contacts');
  await expect(card(page, 'Ada Lovelace')).toContainText('Work');
  const { error } = await alice.client.rpc('rename_category', {
    old_name: 'Work',
    new_name: 'office',
  });
  expect(error).toBeNull();
  await expect(card(page, 'Ada Lovelace')).toContainText('Office');
});
