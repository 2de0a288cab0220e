import type { Page } from '@playwright/test';
import {
  button,
  press,
  key,
  choose,
  loading,
  failing,
  offline,
  search,
  type State,
} from './acts.ts';
import { accountStates } from './account-states.ts';
import { taskStates } from './task-states.ts';

const visitor: State[] = [
  { name: 'login', person: 'visitor', path: '/login' },
  {
    name: 'login-errors',
    person: 'visitor',
    path: '/login',
    act: async (page) => {
      await button(page, 'Log In').click();
      await page.getByText('Username is required').waitFor();
    },
  },
  {
    name: 'forgot-password',
    person: 'visitor',
    path: '/login',
    act: press('Forgot your password?'),
  },
  { name: 'register', person: 'visitor', path: '/register' },
  { name: 'not-found', person: 'visitor', path: '/nothing-here' },
];

const empty: State[] = [
  { name: 'tasks-empty', person: 'beginner', path: '/' },
  { name: 'contacts-empty', person: 'beginner', path: '/contacts' },
  { name: 'notes-empty', person: 'beginner', path: '/notes' },
  { name: 'categories-empty', person: 'beginner', path: '/settings?tab=categories' },
  { name: 'trash-empty', person: 'beginner', path: '/settings?tab=deleted' },
];

const contacts: State[] = [
  { name: 'contacts', person: 'household', path: '/contacts' },
  {
    name: 'contacts-other-view',
    person: 'household',
    path: '/contacts',
    act: press(/Switch to .* view/),
  },
  { name: 'contacts-nothing-found', person: 'household', path: '/contacts?q=xyzzy' },
  { name: 'contact-new', person: 'household', path: '/contacts?contact=new' },
  {
    name: 'contact-edit',
    person: 'household',
    path: '/contacts?q=Ada',
    act: press(/Ada Lovelace/),
  },
  {
    name: 'contact-errors',
    person: 'household',
    path: '/contacts?contact=new',
    act: press(/Create Contact/),
  },
  {
    name: 'contacts-filtered',
    person: 'household',
    path: '/contacts',
    act: (page) => choose(page, 'Work'),
  },
  {
    name: 'contact-delete',
    person: 'household',
    path: '/contacts',
    act: async (page) => {
      await button(page, 'Ada Lovelace').focus();
      await page.keyboard.press('Delete');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'contacts-offline', person: 'household', path: '/contacts', act: offline },
];

const openNote = (page: Page) => page.getByText('Apple cake', { exact: true }).first().click();
async function editNote(page: Page): Promise<void> {
  await openNote(page);
  await button(page, 'Edit').click();
  await page.getByRole('textbox', { name: 'Content' }).waitFor();
}
async function moreMenu(page: Page): Promise<void> {
  await editNote(page);
  await button(page, 'More').click();
}
const notes: State[] = [
  { name: 'notes', person: 'household', path: '/notes' },
  {
    name: 'notes-drawer',
    person: 'household',
    path: '/notes',
    act: press('Notes and folders'),
    below: 768,
  },
  { name: 'note', person: 'household', path: '/notes', act: openNote },
  {
    name: 'note-edit',
    person: 'household',
    path: '/notes',
    act: editNote,
  },
  { name: 'note-more', person: 'household', path: '/notes', act: moreMenu },
  {
    name: 'note-link',
    person: 'household',
    path: '/notes',
    act: async (page) => {
      await moreMenu(page);
      await page.getByRole('menuitem', { name: /Link/ }).click();
    },
  },
  { name: 'note-new', person: 'household', path: '/notes?note=new' },
  { name: 'folder-new', person: 'household', path: '/notes?folder=new' },
  {
    name: 'note-gone',
    person: 'household',
    path: '/notes?note=00000000-0000-4000-8000-000000000000',
  },
  {
    name: 'notes-filtered',
    person: 'household',
    path: '/notes',
    act: (page) => choose(page, 'Work'),
  },
  { name: 'notes-nothing-found', person: 'household', path: '/notes?q=xyzzy&drawer=notes' },
  { name: 'notes-offline', person: 'household', path: '/notes', act: offline },
];

const frame: State[] = [
  { name: 'menu', person: 'household', path: '/', act: press('Menu') },
  { name: 'account-menu', person: 'household', path: '/', act: press('Account') },
  { name: 'notifications', person: 'household', path: '/', act: press('Notifications') },
  {
    name: 'category-filter',
    person: 'household',
    path: '/',
    act: (page) => page.getByLabel('Category', { exact: true }).click(),
  },
  { name: 'palette', person: 'household', path: '/', act: search('a') },
  { name: 'palette-nothing', person: 'household', path: '/', act: search('xyzzy') },
  { name: 'shortcuts', person: 'household', path: '/', act: key('?') },
  {
    name: 'change-password',
    person: 'household',
    path: '/',
    act: async (page) => {
      await button(page, 'Account').click();
      await page.getByRole('menuitem', { name: 'Change Password' }).click();
    },
  },
  {
    name: 'failure-over-sheet',
    person: 'household',
    path: '/?task=new',
    act: async (page) => {
      await page.route('**/rest/v1/profiles**', (route) => route.abort());
      await page.goto('/settings?tab=display');
      await page.getByRole('radio', { name: 'Red', exact: true }).click();
      await page.keyboard.press('?');
    },
  },
  {
    name: 'could-not-be-loaded',
    person: 'beginner',
    path: 'about:blank',
    act: failing('/contacts'),
  },
  { name: 'loading', person: 'beginner', path: 'about:blank', act: loading('/contacts') },
];

/** Every screen, and what it can look like. */
export const STATES: readonly State[] = [
  ...visitor,
  ...empty,
  ...taskStates,
  ...contacts,
  ...notes,
  ...frame,
  ...accountStates,
];
