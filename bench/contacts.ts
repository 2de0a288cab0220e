import type { Browser, Page } from '@playwright/test';
import { fillAccount } from '../tools/seed/fill.ts';
import { inBrowser } from '../tools/in-browser.ts';
import { createActor, type Actor } from '../web/e2e/support/actor.ts';
import { percentile, type Figure } from './figures.ts';
import { paintedAfter, slowestRate, watchFrames } from './frames.ts';

const CONTACTS = 10_000;
const LOADS = 5;
const FIRST_CONTACT = 'ul[aria-label="Contacts"] li';
const WHOLE_LIST = `${FIRST_CONTACT}[aria-setsize="${CONTACTS}"]`;
/** Typed letter by letter, and taken away again; every letter finds fewer contacts. */
const SEARCHES = ['mari', 'anna', 'offi'];
const SCROLLING = 3000;
/** Pixels that a turn of the wheel asks for. */
const WHEEL = 300;

async function addressBook(browser: Browser): Promise<Actor> {
  const actor = await createActor(browser, {});
  const amounts = { tasks: 0, completed: 0, contacts: CONTACTS, notes: 0, folders: 0 };
  await fillAccount(actor.client, amounts, { now: new Date(), seed: 1 });
  return actor;
}

/** Median milliseconds to the first contact and to the whole list; cold cache, warm server. */
async function loads(actor: Actor, cpuSlowdown = 1) {
  const first: number[] = [];
  const whole: number[] = [];
  for (let load = 0; load <= LOADS; load += 1) {
    const page = await actor.open('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    first.push(await paintedAfter(page, '/contacts', FIRST_CONTACT));
    await page.locator(WHOLE_LIST).first().waitFor();
    whole.push(await page.evaluate(() => performance.now()));
    await page.context().close();
  }
  return { first: percentile(first.slice(1), 50), whole: percentile(whole.slice(1), 50) };
}

/**
 * Milliseconds from a key going down to the end of the frame that shows the letter, and to that of
 * the frame that shows what it finds.
 */
async function keystroke(page: Page, key: string): Promise<{ letter: number; found: number }> {
  const measured = await page.evaluateHandle(() => {
    const count = document.querySelector('main output');
    const before = count?.textContent;
    let letter = 0;
    return {
      times: new Promise<{ letter: number; found: number }>((resolve, reject) => {
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const frame = () => {
              const isFound = count?.textContent !== before;
              setTimeout(() => {
                const passed = performance.now() - timeStamp;
                letter ||= passed;
                if (isFound) resolve({ letter, found: passed });
                else if (passed < 5000) requestAnimationFrame(frame);
                else reject(new Error(`${count?.textContent} is shown, as before the key`));
              });
            };
            requestAnimationFrame(frame);
          },
          { once: true, capture: true },
        );
      }),
    };
  });
  await page.keyboard.press(key);
  return measured.evaluate(({ times }) => times);
}

async function typing(page: Page) {
  const strokes: { letter: number; found: number }[] = [];
  await page.getByPlaceholder('Search contacts...').focus();
  for (const text of SEARCHES) {
    for (const letter of text) strokes.push(await keystroke(page, letter));
    for (let typed = text.length; typed > 0; typed -= 1)
      strokes.push(await keystroke(page, 'Backspace'));
  }
  const p95 = (key: 'letter' | 'found') =>
    percentile(
      strokes.map((stroke) => stroke[key]),
      95,
    );
  return { letter: p95('letter'), found: p95('found') };
}

/** Turns the wheel through the list: the slowest half second, and frames with nothing in the middle. */
async function scrolling(page: Page): Promise<{ rate: number; empty: number }> {
  await page.mouse.move(700, 500);
  const empty = page.evaluate(
    (length) =>
      new Promise<number>((resolve) => {
        const end = performance.now() + length;
        let frames = 0;
        const frame = (now: number) => {
          const middle = document.elementFromPoint(innerWidth / 4, innerHeight / 2);
          if (!middle?.closest('li')) frames += 1;
          if (now < end) requestAnimationFrame(frame);
          else resolve(frames);
        };
        requestAnimationFrame(frame);
      }),
    SCROLLING,
  );
  const frames = watchFrames(page, SCROLLING);
  const end = performance.now() + SCROLLING;
  while (performance.now() < end) await page.mouse.wheel(0, WHEEL);
  return { rate: slowestRate(await frames), empty: await empty };
}

/** Megabytes of the page's JavaScript that a garbage collection leaves. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/** The address book with 10,000 contacts: first contact, search, scrolling in both views, memory. */
export function measure(): Promise<Figure[]> {
  return inBrowser(async (browser) => {
    await using actor = await addressBook(browser);
    const plain = await loads(actor);
    const slow = await loads(actor, 4);
    const page = await actor.open('/contacts', { viewport: { width: 1440, height: 900 } });
    await page.locator(WHOLE_LIST).first().waitFor();
    const loaded = await heap(page);
    const inTiles = { typed: await typing(page), scrolled: await scrolling(page) };
    await page.getByRole('button', { name: 'Switch to list view' }).click();
    await page.getByRole('button', { name: 'Switch to tile view' }).waitFor();
    await page.keyboard.press('Home');
    const inRows = { typed: await typing(page), scrolled: await scrolling(page) };
    const used = await heap(page);
    const figures: Figure[] = [
      { name: 'first contact of 10,000', value: plain.first, unit: 'ms', limit: 1200 },
      { name: 'first contact, CPU 4x slower', value: slow.first, unit: 'ms' },
      { name: 'all 10,000 contacts', value: plain.whole, unit: 'ms' },
      { name: 'all contacts, CPU 4x slower', value: slow.whole, unit: 'ms' },
    ];
    for (const [view, { typed, scrolled }] of Object.entries({ tiles: inTiles, rows: inRows }))
      figures.push(
        {
          name: `letter typed to painted, ${view}, p95`,
          value: typed.letter,
          unit: 'ms',
          limit: 50,
        },
        { name: `letter typed to found, ${view}, p95`, value: typed.found, unit: 'ms', limit: 100 },
        {
          name: `slowest half second of scrolling, ${view}`,
          value: scrolled.rate,
          unit: 'fps',
          limit: 50,
          atLeast: true,
        },
        { name: `frames without contacts, ${view}`, value: scrolled.empty, unit: '', limit: 0 },
      );
    figures.push(
      { name: 'JavaScript heap, loaded', value: loaded, unit: 'MB', limit: 80 },
      {
        name: 'JavaScript heap, after searching and scrolling',
        value: used,
        unit: 'MB',
        limit: 80,
      },
    );
    return figures;
  });
}
