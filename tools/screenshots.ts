import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { createActor, openContext, serviceClient, type Actor } from '../web/e2e/support/actor.ts';
import { inBrowser } from './in-browser.ts';
import type { State } from './screenshots/acts.ts';
import { STATES } from './screenshots/states.ts';
import { fillAccount } from './seed/fill.ts';

const USAGE = `Takes pictures of the built web app (npm run build), on a stack of its own.

  npm run screenshots                 renews those that the README and the manifest show
  npm run screenshots -- FOLDER       every screen and state at 1440, 1024, 820 and 390 px, light and dark
       [--only PATTERN]               states whose name holds the pattern
       [--width N]                    one width, of these or another`;

const PROJECT = resolve(import.meta.dirname, '..');
const WIDTHS: Readonly<Record<number, number>> = { 1440: 900, 1024: 768, 820: 1180, 390: 844 };
const THEMES = ['light', 'dark'] as const;

/** What the README shows, and what browsers show who offer to install the app. */
const PICTURES = [
  { file: 'docs/screenshots/tasks-1440-light', path: '/', theme: 'light', size: [1440, 900] },
  { file: 'docs/screenshots/tasks-360-dark', path: '/', theme: 'dark', size: [360, 780] },
  { file: 'web/public/screenshot-wide', path: '/', theme: 'light', size: [1280, 800] },
  { file: 'web/public/screenshot-tasks', path: '/', theme: 'light', size: [390, 780] },
  { file: 'web/public/screenshot-contacts', path: '/contacts', theme: 'light', size: [390, 780] },
] as const;

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
const CONTACTS = [
  { first_name: 'Ada', last_name: 'Lovelace', company: 'Analytical Engines', category: 'Work' },
  { first_name: 'Frida', last_name: 'Kahlo', email_address: 'frida@example.org' },
  { first_name: 'Miguel', last_name: 'Santos', phone: '+43 1 234 567' },
];
const NOTES = [
  { title: 'Apple cake', content: 'Three **apples**, two eggs.\n\n- flour\n- butter\n- sugar' },
  { title: 'Reading list', content: 'What to read this winter.' },
];
/** Names that are long, or written from the right. */
const ODD = [
  { title: `Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(12)}`, due_date: day(0) },
  { title: 'شراء الخبز والحليب', due_date: day(0), category: 'Personal' },
];

async function insert(actor: Actor, table: string, rows: readonly object[]): Promise<void> {
  const { error } = await actor.client.from(table).insert([...rows], { defaultToNull: false });
  if (error) throw error;
}

/** The account of somebody whose home screen is worth showing. */
async function createHousehold(browser: Browser): Promise<Actor> {
  const actor = await createActor(browser, {}, { isAdmin: true });
  const names = ['Personal', 'Projects', 'Work'];
  await insert(
    actor,
    'categories',
    names.map((name) => ({ name })),
  );
  await insert(actor, 'tasks', TASKS);
  await insert(actor, 'contacts', CONTACTS);
  await insert(actor, 'notes', NOTES);
  return actor;
}

/** More of everything than most people have. */
async function createCrowd(browser: Browser): Promise<Actor> {
  const actor = await createActor(browser, {});
  const names = Array.from({ length: 40 }, (_, index) => `Category ${index + 1}`);
  await insert(
    actor,
    'categories',
    [...names, 'x'.repeat(60)].map((name) => ({ name })),
  );
  const late = Array.from({ length: 8 }, (_, index) => ({
    title: `Left over ${index + 1}`,
    due_date: day(-1 - index),
    category: names[index],
  }));
  await insert(actor, 'tasks', [...late, ...ODD, { title: 'word '.repeat(40), due_date: day(0) }]);
  await insert(actor, 'tasks', [{ title: 'a'.repeat(200), category: 'x'.repeat(60) }]);
  return actor;
}

/** Phones and tablets are used by touch. */
const touch = (width: number) => ({ hasTouch: width < 1024, isMobile: width < 1024 });

/** A page at rest: nothing on its way, nothing moving. */
async function settle(page: Page): Promise<void> {
  // A page that is loading for good is a state, too.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  });
}

async function takePictures(browser: Browser): Promise<void> {
  await using actor = await createHousehold(browser);
  for (const { file, path, theme, size } of PICTURES) {
    await serviceClient().from('profiles').update({ theme }).eq('id', actor.id).throwOnError();
    const [width, height] = size;
    const viewport = { width, height };
    const page = await actor.open(path, { viewport, colorScheme: theme, ...touch(width) });
    await page.locator('[data-task], [data-uid]').first().waitFor();
    await settle(page);
    await page.screenshot({ path: resolve(PROJECT, `${file}.png`) });
    await page.context().close();
  }
}

/** Both themes of a state. False: it could not be brought about. */
async function takeState(page: Page, state: State, file: string): Promise<boolean> {
  try {
    await page.goto(state.path);
    await settle(page);
    await state.act?.(page);
    await settle(page);
    for (const theme of THEMES) {
      await page.evaluate((isDark) => {
        document.documentElement.classList.toggle('dark', isDark);
      }, theme === 'dark');
      await page.screenshot({
        path: `${file}-${theme}.png`,
        animations: 'disabled',
        timeout: 20_000,
      });
    }
    return true;
  } catch (error) {
    console.error(file, error instanceof Error ? error.message.split('\n')[0] : error);
    return false;
  }
}

type Choice = { folder: string; only: string; width: string | undefined };

async function takeStates(browser: Browser, { folder, only, width }: Choice): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await using household = await createHousehold(browser);
  await using beginner = await createActor(browser, {});
  await using crowded = await createCrowd(browser);
  await insert(household, 'tasks', ODD);
  const amounts = { tasks: 25, completed: 10, contacts: 40, notes: 15, folders: 6 };
  await fillAccount(household.client, amounts, { now: new Date(), seed: 1 });
  let failures = 0;
  const sizes = width === undefined ? Object.keys(WIDTHS).map(Number) : [Number(width)];
  for (const size of sizes) {
    const height = WIDTHS[size] ?? 800;
    for (const state of STATES.filter(({ name }) => name.includes(only))) {
      if (size < (state.from ?? 0) || size >= (state.below ?? Infinity)) continue;
      const options = {
        viewport: { width: size, height },
        ...touch(size),
        reducedMotion: 'reduce' as const,
      };
      const { person } = state;
      const page =
        person === 'visitor'
          ? (await openContext(browser, options)).page
          : await { household, beginner, crowded }[person].open('about:blank', options);
      page.setDefaultTimeout(5000);
      if (!(await takeState(page, state, resolve(folder, `${state.name}-${size}`)))) failures += 1;
      await page.context().close();
    }
  }
  if (failures > 0) throw new Error(`${failures} pictures could not be taken.`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (values.help) console.log(USAGE);
else if (folder === undefined) await inBrowser(takePictures);
else await inBrowser((browser) => takeStates(browser, { ...values, folder, width: values.width }));
