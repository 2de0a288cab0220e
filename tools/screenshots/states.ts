import type { Page } from '@playwright/test';
import { PULL } from '../../web/e2e/support/network.ts';

/** Whose account a state is shown with: nobody's, one with nothing in it, in daily use, or with much. */
type Person = 'visitor' | 'beginner' | 'household' | 'crowded';

export type State = {
  name: string;
  person: Person;
  path: string;
  /** What a person does to see it. */
  act?: (page: Page) => Promise<void>;
  /** Not where this width is less, or more: the control is elsewhere there. */
  from?: number;
  below?: number;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const key = (name: string) => (page: Page) => page.keyboard.press(name);

async function choose(page: Page, category: string): Promise<void> {
  await page.getByLabel('Category', { exact: true }).click();
  await page.getByRole('option', { name: category }).click();
}

/** The first row as a pointer or a finger finds it, and one of its menus. */
const rowMenu =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    const row = page.locator('[data-panel=dueToday] [data-task]').first();
    await row.hover();
    for (const name of names) await row.getByRole('button', { name }).first().click();
  };

/** A first visit whose rows do not come. */
const loading = (path: string) => async (page: Page) => {
  await page.route(PULL, () => new Promise(() => undefined));
  await page.goto(path);
  await page.getByText(/^Loading (tasks|contacts)/).waitFor({ state: 'attached' });
};

const failing = (path: string) => async (page: Page) => {
  await page.route(PULL, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(path);
  await page.getByText('could not be loaded').waitFor();
};

async function offline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText(/Reconnecting|Offline/).waitFor();
}

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
  { name: 'trash-empty', person: 'beginner', path: '/settings?tab=trash' },
];

const tasks: State[] = [
  { name: 'tasks', person: 'household', path: '/' },
  {
    name: 'tasks-bottom',
    person: 'household',
    path: '/',
    act: (page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight)),
  },
  {
    name: 'task-row-focus',
    person: 'household',
    path: '/',
    act: (page) => page.getByRole('checkbox').first().focus(),
  },
  {
    name: 'task-completed',
    person: 'household',
    path: '/',
    act: (page) => page.getByRole('checkbox', { name: 'Water the tomatoes' }).click(),
  },
  { name: 'task-new', person: 'household', path: '/?task=new' },
  {
    name: 'task-calendar',
    person: 'household',
    path: '/?task=new',
    act: async (page) => page.getByRole('dialog').getByLabel('Due Date').click(),
  },
  {
    name: 'task-select',
    person: 'household',
    path: '/?task=new',
    act: async (page) => page.getByRole('dialog').getByLabel('Priority').click(),
  },
  {
    name: 'tasks-filtered',
    person: 'household',
    path: '/',
    act: (page) => choose(page, 'Work'),
  },
  { name: 'tasks-offline', person: 'household', path: '/', act: offline },
  { name: 'tasks-crowded', person: 'crowded', path: '/' },
  {
    name: 'tasks-crowded-filter',
    person: 'crowded',
    path: '/',
    act: (page) => page.getByLabel('Category', { exact: true }).click(),
  },
  {
    name: 'task-crowded-select',
    person: 'crowded',
    path: '/?task=new',
    act: (page) => page.getByRole('dialog').getByLabel('Category').click(),
  },
  {
    name: 'task-row-pointed',
    person: 'household',
    path: '/',
    act: rowMenu(),
    from: 1024,
  },
  { name: 'task-menu-priority', person: 'household', path: '/', act: rowMenu(/priority/) },
  { name: 'task-menu-category', person: 'crowded', path: '/', act: rowMenu(/ategory/) },
  { name: 'task-menu-more', person: 'household', path: '/', act: rowMenu('More'), below: 1024 },
  {
    name: 'task-edit',
    person: 'household',
    path: '/',
    act: press('Send offer to the museum'),
  },
  {
    name: 'task-errors',
    person: 'household',
    path: '/?task=new',
    act: async (page) => {
      await button(page, 'Create Task').click();
      await page.getByText('Title is required').waitFor();
    },
  },
  {
    name: 'task-delete',
    person: 'household',
    path: '/',
    act: async (page) => {
      await page.getByRole('checkbox').first().focus();
      await page.keyboard.press('Delete');
    },
  },
  {
    name: 'tasks-moved',
    person: 'crowded',
    path: '/',
    act: press('Move all to today'),
  },
  { name: 'tasks-folded', person: 'household', path: '/', act: press('Fold Due Today') },
  { name: 'tasks-loading', person: 'beginner', path: 'about:blank', act: loading('/') },
  { name: 'tasks-error', person: 'beginner', path: 'about:blank', act: failing('/') },
  { name: 'completed', person: 'household', path: '/completed' },
  { name: 'completed-empty', person: 'beginner', path: '/completed' },
  { name: 'completed-nothing-found', person: 'household', path: '/completed?q=xyzzy' },
  { name: 'completed-offline', person: 'household', path: '/completed', act: offline },
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

const account: State[] = [
  { name: 'settings-account', person: 'household', path: '/settings' },
  ...['display', 'categories', 'trash'].map((tab): State => ({
    name: `settings-${tab}`,
    person: 'household',
    path: `/settings?tab=${tab}`,
  })),
  { name: 'admin', person: 'household', path: '/admin' },
  { name: 'admin-settings', person: 'household', path: '/admin?tab=global-settings' },
  { name: 'email-config', person: 'household', path: '/email-config' },
  { name: 'drag-test', person: 'household', path: '/drag-test' },
];

/** Every screen, and what it can look like. */
export const STATES: readonly State[] = [
  ...visitor,
  ...empty,
  ...tasks,
  ...contacts,
  ...notes,
  ...frame,
  ...account,
];
