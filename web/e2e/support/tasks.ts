import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Actor } from './actor.ts';

type Task = {
  title: string;
  description?: string;
  priority?: 'low' | 'medium' | 'high';
  category?: string;
  completed?: boolean;
  completed_at?: string;
  due_date?: string | null;
  repeat_type?: string;
  recurrence?: string;
};

/** Tasks of an actor, made below the UI. */
export async function addTasks(actor: Actor, ...tasks: Task[]): Promise<void> {
  const { error } = await actor.client.from('tasks').insert(tasks, { defaultToNull: false });
  if (error) throw error;
}

export async function addCategories(actor: Actor, ...names: string[]): Promise<void> {
  const { error } = await actor.client.from('categories').insert(names.map((name) => ({ name })));
  if (error) throw error;
}

/** What the database holds of an actor's tasks, without deleted ones, in the order of their making. */
export async function storedTasks(actor: Actor) {
  const { data, error } = await actor.client
    .from('tasks')
    .select()
    .is('deleted_at', null)
    .order('id');
  if (error) throw error;
  return data;
}

/** Changes an actor's tasks of a title below the UI, from elsewhere. */
export async function changeTask(
  actor: Actor,
  title: string,
  columns: Record<string, unknown>,
): Promise<void> {
  const { error } = await actor.client.from('tasks').update(columns).eq('title', title);
  if (error) throw error;
}

/** Puts an actor's tasks of a title into the trash from elsewhere. */
export function trashTask(actor: Actor, title: string): Promise<void> {
  return changeTask(actor, title, { deleted_at: new Date().toISOString() });
}

/** The dashboard on a device whose clock stands still at noon of a day, in a time zone. */
export async function openOn(
  actor: Actor,
  day: string,
  timezoneId = 'UTC',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await actor.open('about:blank', { ...options, timezoneId });
  // Without an offset this would be the test machine's noon, not the device's.
  await page.clock.setFixedTime(noonIn(day, timezoneId));
  await page.goto('/');
  return page;
}

/** Sets the clock of a page's device to noon UTC of a day and loads the page anew. */
export async function moveTo(page: Page, day: string): Promise<void> {
  await page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
  await page.reload();
}

/** The moment at which clocks in a time zone show noon of a day. */
export function noonIn(day: string, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(noon);
  const offset = Date.parse(`${shown.replace(' ', 'T')}Z`) - noon.getTime();
  return new Date(noon.getTime() - offset);
}

export function panel(page: Page, heading: string): Locator {
  return page.getByRole('region', { name: heading, exact: true });
}

/** The row of a task, found by the name of its checkbox. */
export function row(within: Locator, title: string): Locator {
  return within
    .getByRole('listitem')
    .filter({ has: within.page().getByRole('checkbox', { name: title, exact: true }) });
}

/** A toast by its title and text. */
export function toast(page: Page, title: string, text: string): Locator {
  return page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: text });
}

/** What a colour token is in the page's theme, as computed styles write it. */
export function colorOf(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}
