import type { Page } from '@playwright/test';
import { fillAccount } from '../tools/seed/fill.ts';
import { inBrowser } from '../tools/in-browser.ts';
import { createActor } from '../web/e2e/support/actor.ts';
import { percentile, type Figure } from './figures.ts';

const AMOUNTS = { tasks: 20_000, completed: 0, contacts: 10_000, notes: 5_000, folders: 100 };
/** Typed letter by letter, and taken away again; with a typo, two words, and nothing to be found. */
const SEARCHES = ['mari', 'call anna', 'dnetist', 'office', 'xylophone'];
const OPENINGS = 10;

/** Milliseconds from a key going down to the end of the frame that shows what it has changed. */
async function painted(page: Page, key: string): Promise<number> {
  const measured = await page.evaluateHandle(() => ({
    time: new Promise<number>((resolve) => {
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const frame = () => setTimeout(() => resolve(performance.now() - timeStamp));
          requestAnimationFrame(frame);
        },
        { once: true, capture: true },
      );
    }),
  }));
  await page.keyboard.press(key);
  return measured.evaluate(({ time }) => time);
}

async function typing(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const text of SEARCHES) {
    for (const letter of text) times.push(await painted(page, letter === ' ' ? 'Space' : letter));
    for (let left = text.length; left > 0; left -= 1) times.push(await painted(page, 'Backspace'));
  }
  return times;
}

/** From the key until the field and what was changed last are drawn. */
async function openings(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    times.push(await painted(page, 'ControlOrMeta+k'));
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  return times;
}

/** The command palette over a large account (docs/decisions/0058). */
export function measure(): Promise<Figure[]> {
  return inBrowser(async (browser) => {
    await using actor = await createActor(browser, {});
    await fillAccount(actor.client, AMOUNTS, { now: new Date(), seed: 1 });
    const page = await actor.open('/contacts');
    await page.locator(`li[aria-setsize="${AMOUNTS.contacts}"]`).first().waitFor();
    // Its code and the folded texts come with the first opening.
    await page.getByRole('button', { name: 'Search everything' }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    const opened = await openings(page);
    await page.keyboard.press('ControlOrMeta+k');
    const typed = await typing(page);
    return [
      { name: 'key to painted result, p50', value: percentile(typed, 50), unit: 'ms', limit: 16 },
      { name: 'key to painted result, p95', value: percentile(typed, 95), unit: 'ms', limit: 30 },
      { name: 'Ctrl+K to drawn field, p50', value: percentile(opened, 50), unit: 'ms' },
      { name: 'Ctrl+K to drawn field, p95', value: percentile(opened, 95), unit: 'ms' },
    ];
  });
}
