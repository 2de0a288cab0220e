import type { Locator, Page } from '@playwright/test';
import type { ContactInput } from '#domain/contact-form.ts';
import type { Actor } from './actor.ts';
import { whenOpen } from './frame.ts';

export type StoredContact = ContactInput & { uid: string; id: number };

export const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  title: 'Countess',
  company: 'Analytical Engines',
  category: 'Work',
  email_address: 'ada@example.org',
  mobile_phone: '+44 20 7946 0958',
  phone: '555-0100',
};

/** Contacts of an actor, made below the UI. */
export async function addContacts(
  actor: Actor,
  ...contacts: Partial<StoredContact>[]
): Promise<void> {
  const { error } = await actor.client.from('contacts').insert(contacts, { defaultToNull: false });
  if (error) throw error;
}

/** Changes the contact with this first name below the UI: what another device would do. */
export async function changeContact(
  actor: Actor,
  firstName: string,
  changes: Partial<StoredContact>,
): Promise<void> {
  const { error } = await actor.client.from('contacts').update(changes).eq('first_name', firstName);
  if (error) throw error;
}

/** Puts the contact with this first name into the trash from elsewhere. */
export async function trashContact(actor: Actor, firstName: string): Promise<void> {
  const { error } = await actor.client
    .from('contacts')
    .update({ deleted_at: new Date().toISOString() })
    .eq('first_name', firstName);
  if (error) throw error;
}

/** What the database holds of an actor's contacts, without deleted ones, in the order of their making. */
export async function storedContacts(actor: Actor): Promise<StoredContact[]> {
  const { data, error } = await actor.client
    .from('contacts')
    .select()
    .is('deleted_at', null)
    .order('id')
    .overrideTypes<StoredContact[], { merge: false }>();
  if (error) throw error;
  return data;
}

/** The cards or rows of the contacts. */
export function cards(page: Page): Locator {
  return page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
}

export function card(page: Page, name: string): Locator {
  return cards(page).filter({ has: page.getByRole('button', { name, exact: true }) });
}

/** The names that are shown, in their order. */
export function names(page: Page): Locator {
  return cards(page).getByRole('button');
}

export async function openContact(page: Page, name: string): Promise<Locator> {
  await names(page).filter({ hasText: name }).click();
  return whenOpen(page.getByRole('dialog', { name: 'Edit Contact' }));
}

export async function newContact(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add new contact' }).click();
  return whenOpen(page.getByRole('dialog', { name: 'New Contact' }));
}

/** Chooses one of the options of a select of the page. */
export async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
