import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { createActor, serviceClient } from '../web/e2e/support/actor.ts';
import { inBrowser } from './in-browser.ts';

/** What the README shows: the dashboard on a desk and on a phone. */
const PICTURES = [
  { name: 'tasks-1440-light', theme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'tasks-360-dark', theme: 'dark', viewport: { width: 360, height: 780 } },
] as const;

const folder = resolve(import.meta.dirname, '../docs/screenshots');
const day = (offset: number) =>
  new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const TASKS = [
  { title: 'Renew passport', category: 'Personal', due_date: day(-1), priority: 'high' },
  { title: 'Send offer to the museum', category: 'Work', due_date: day(0), priority: 'high' },
  { title: 'Water the tomatoes', category: 'Personal', due_date: day(0), repeat_type: 'daily' },
  { title: 'Prepare Monday review', category: 'Work', due_date: day(1) },
  { title: 'Book train to Vienna', category: 'Projects', due_date: day(1), priority: 'low' },
  { title: 'Pay rent', category: 'Personal', due_date: day(2), repeat_type: 'monthly' },
  { title: 'Read “The Mythical Man-Month”', category: null, due_date: null, priority: 'low' },
  { title: 'Order new bicycle tyres', category: 'Personal', due_date: day(0), completed: true },
] as const;

/** Renews docs/screenshots from the built web app, on a stack of its own. */
await inBrowser(async (browser) => {
  mkdirSync(folder, { recursive: true });
  await using actor = await createActor(browser, {});
  const inserts = await Promise.all([
    actor.client
      .from('categories')
      .insert(['Personal', 'Projects', 'Work'].map((name) => ({ name }))),
    actor.client.from('tasks').insert([...TASKS], { defaultToNull: false }),
  ]);
  for (const { error } of inserts) if (error) throw error;
  for (const { name, theme, viewport } of PICTURES) {
    const { error } = await serviceClient().from('profiles').update({ theme }).eq('id', actor.id);
    if (error) throw error;
    const page = await actor.open('/', { viewport, colorScheme: theme });
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: resolve(folder, `${name}.png`) });
    await page.context().close();
  }
});
