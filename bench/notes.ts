import type { Browser, Page } from '@playwright/test';
import { inBrowser } from '../tools/in-browser.ts';
import { createActor, type Actor } from '../web/e2e/support/actor.ts';
import { addManyNotes, addNote, editorOf, longNote } from '../web/e2e/support/notes.ts';
import { percentile, type Figure } from './figures.ts';
import { paintedAfter } from './frames.ts';

const LOADS = 7;
const OPENED = 20;
const MOVED = 40;
const EDITED = 10;
const KEYS = 60;
const WARM_UPS = 2;
const ROW = 'nav[aria-label="Notes"] li';
const PAPER = '.ProseMirror[contenteditable="true"]:focus';

/** Median milliseconds until the tree is painted; it is drawn when every note is known. */
async function ready(actor: Actor, cpuSlowdown = 1): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load <= LOADS; load += 1) {
    const page = await actor.open('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    times.push(await paintedAfter(page, '/notes', ROW));
    await page.context().close();
  }
  return percentile(times.slice(1), 50);
}

type Wanted = { event: string; selector: string; text?: string };

/**
 * Milliseconds from the next `event` to the end of the first frame in which what `selector` finds
 * has the text; `act` brings the event about.
 */
async function painted(page: Page, awaited: Wanted, act: () => Promise<void>): Promise<number> {
  // In an object, or its making would be waited for: the listener is there before `act` begins.
  const measured = await page.evaluateHandle(({ event, selector, text = '' }) => {
    const isThere = () =>
      [...document.querySelectorAll(selector)].some((found) => found.textContent.includes(text));
    const done = new Promise<number>((resolve, reject) => {
      const late = new Error(`No ${selector} with ${text} after ${event}`);
      setTimeout(() => reject(late), 20_000);
      addEventListener(
        event,
        ({ timeStamp }) => {
          const frame = () => {
            if (!isThere()) return requestAnimationFrame(frame);
            // The frame that shows it ends after this callback.
            return setTimeout(() => resolve(performance.now() - timeStamp));
          };
          requestAnimationFrame(frame);
        },
        { once: true, capture: true },
      );
    });
    return { done };
  }, awaited);
  await act();
  return measured.evaluate(({ done }) => done);
}

/** Presses what a mouse has not pointed at before, as a finger does: nothing was fetched ahead. */
async function press(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name, exact: true })
    .evaluate((button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true })));
}

/** From a press on a note in the tree, never opened before, to its text. */
async function openings(page: Page): Promise<number[]> {
  const rows = await page.locator(ROW, { hasText: /^Note / }).allTextContents();
  // Without the day beside them.
  const titles = rows.flatMap((row) => row.match(/^Note \d+ of [\da-f-]{36}/) ?? []);
  const times: number[] = [];
  for (const text of titles.slice(0, OPENED)) {
    await page.waitForLoadState('networkidle');
    const awaited = { event: 'click', selector: 'article h2', text };
    times.push(await painted(page, awaited, () => press(page, text)));
  }
  return times;
}

/** From letting a dragged note go to the tree with the note in its new folder. */
async function moves(page: Page): Promise<number[]> {
  const target = page.locator(ROW, { hasText: /^Folder / }).first();
  const to = await target.boundingBox();
  const folder = (await target.textContent())?.replace(/10$/, '');
  const times: number[] = [];
  for (let move = 0; move < MOVED; move += 1) {
    const note = page.locator(ROW, { hasText: /^Note / }).first();
    const from = await note.boundingBox();
    if (!from || !to) throw new Error('There is nothing to drag');
    await page.mouse.move(from.x + 60, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 8 });
    await page.getByText(`is over ${folder}.`).waitFor({ state: 'attached' });
    const text = `${folder}${11 + move}`;
    times.push(
      await painted(page, { event: 'mouseup', selector: ROW, text }, () => page.mouse.up()),
    );
    await page.waitForLoadState('networkidle');
  }
  return times;
}

/** From pressing Edit on a page that was just loaded to the cursor in the text; warm HTTP cache. */
async function editorReady(page: Page, actor: Actor, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let edit = 0; edit < EDITED + WARM_UPS; edit += 1) {
    const tab = await actor.openTab(page, path);
    await tab.getByRole('article').waitFor();
    const awaited = { event: 'click', selector: PAPER };
    times.push(await painted(tab, awaited, () => press(tab, 'Edit')));
    await tab.close();
  }
  return times.slice(WARM_UPS);
}

/** A note of 200 kB: opened, edited by the keyboard, saved. */
async function longNoteTimes(page: Page): Promise<{ open: number; keys: number[]; save: number }> {
  const selector = 'article';
  const open = await painted(page, { event: 'click', selector, text: longNote.end }, () =>
    press(page, longNote.title),
  );
  await painted(page, { event: 'click', selector: PAPER }, () => press(page, 'Edit'));
  const paper = editorOf(page);
  await paper.press('Control+Home');
  const keys: number[] = [];
  const firstLine = `${PAPER} > p:first-child`;
  for (let key = 1; key <= KEYS; key += 1) {
    const awaited = { event: 'keydown', selector: firstLine, text: 'x'.repeat(key) };
    keys.push(await painted(page, awaited, () => page.keyboard.press('x')));
  }
  const saved = { event: 'click', selector, text: 'x'.repeat(KEYS) };
  return { open, keys, save: await painted(page, saved, () => press(page, 'Save')) };
}

/** The notes screen with 5,000 notes in 500 folders 8 deep, and a note of 200 kB. */
async function measureIn(browser: Browser): Promise<Figure[]> {
  await using actor = await createActor(browser, {});
  await addManyNotes(actor);
  const figures: Figure[] = [
    { name: 'ready, 5,000 notes', value: await ready(actor), unit: 'ms', limit: 1200 },
    { name: 'ready, 5,000, CPU 4x slower', value: await ready(actor, 4), unit: 'ms' },
  ];
  const { uid: id } = await addNote(actor, longNote.title, longNote.content);
  const page = await actor.open('/notes', { viewport: { width: 1280, height: 1200 } });
  // The last row that comes, at the top of the tree: it moves the others down.
  await page.locator(ROW, { hasText: longNote.title }).waitFor();
  const add = (name: string, times: readonly number[], limit: number) =>
    figures.push(
      { name: `${name}, p50`, value: percentile(times, 50), unit: 'ms', limit },
      { name: `${name}, p95`, value: percentile(times, 95), unit: 'ms', limit },
    );
  add('note moved, painted', await moves(page), 50);
  add('note opened', await openings(page), 150);
  const { open, keys, save } = await longNoteTimes(page);
  figures.push({ name: 'note of 200 kB opened', value: open, unit: 'ms' });
  add('keystroke in 200 kB, painted', keys, 50);
  figures.push({ name: 'note of 200 kB saved and shown', value: save, unit: 'ms' });
  const { uid: short } = await addNote(actor, 'Short', 'a few words');
  add('editor ready', await editorReady(page, actor, `/notes?note=${short}`), 300);
  add('editor ready, 200 kB', await editorReady(page, actor, `/notes?note=${id}`), 300);
  return figures;
}

/** Opening, moving and editing notes, with many and with a long one. */
export function measure(): Promise<Figure[]> {
  return inBrowser(measureIn);
}
