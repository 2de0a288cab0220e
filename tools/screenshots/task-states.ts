import { button, press, choose, rowMenu, loading, failing, offline, type State } from './acts.ts';

/** The tasks page, what opens on it, and /completed. */
export const taskStates: State[] = [
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
