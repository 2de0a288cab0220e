import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { startTestStack } from '../stack/testing.ts';
import { createActor, serviceClient } from '../web/e2e/support/actor.ts';
import { findBrowser } from './browser.ts';

const WIDTHS = { 1440: 900, 768: 1024, 360: 780 };
const SCREENS: Record<string, string> = { tasks: '/', contacts: '/contacts', notes: '/notes' };

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

/** Fills docs/screenshots with every screen at three widths, light and dark. */
const stack = await startTestStack();
const executablePath = findBrowser();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
try {
  process.env.ALMANAC_URL = stack.url;
  process.env.ALMANAC_PUBLISHABLE_KEY = stack.publishableKey;
  process.env.ALMANAC_SECRET_KEY = stack.secretKey;
  mkdirSync(folder, { recursive: true });
  await using actor = await createActor(browser, {});
  const inserts = await Promise.all([
    actor.client
      .from('categories')
      .insert(['Personal', 'Projects', 'Work'].map((name) => ({ name }))),
    actor.client.from('tasks').insert([...TASKS], { defaultToNull: false }),
  ]);
  for (const { error } of inserts) if (error) throw error;
  for (const theme of ['light', 'dark'] as const) {
    const { error } = await serviceClient().from('profiles').update({ theme }).eq('id', actor.id);
    if (error) throw error;
    for (const [width, height] of Object.entries(WIDTHS)) {
      const viewport = { width: Number(width), height };
      for (const [screen, path] of Object.entries(SCREENS)) {
        const page = await actor.open(path, { viewport, colorScheme: theme });
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: resolve(folder, `${screen}-${width}-${theme}.png`) });
        await page.context().close();
      }
    }
  }
} finally {
  await browser.close();
  await stack.stop();
}
