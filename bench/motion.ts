import type { CDPSession, Locator, Page } from '@playwright/test';
import { inBrowser } from '../tools/in-browser.ts';
import type { Actor } from '../web/e2e/support/actor.ts';
import { household, slowestDrag, slowestMotion } from './dashboard.ts';
import type { Figure } from './figures.ts';
import { slowestRate, watchFrames } from './frames.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Milliseconds for which frames are watched. */
const LENGTH = 3000;
/** Steps of a finger: one a frame and a little more. */
const STEPS = 40;

const dueToday = (page: Page) => page.getByRole('region', { name: 'Due Today' });

async function openDay(actor: Actor, options = {}): Promise<Page> {
  const page = await actor.open('/', options);
  await dueToday(page).getByRole('button', { name: 'Drag to reorder' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** What a page at rest draws: less than 60 frames here is not the app's doing. */
async function atRest(actor: Actor): Promise<number> {
  const page = await openDay(actor);
  const stamps = await watchFrames(page, LENGTH);
  await page.context().close();
  return slowestRate(stamps);
}

/** Frames per second in the slowest half second while a panel is folded and unfolded. */
async function slowestFold(actor: Actor): Promise<number> {
  const page = await openDay(actor);
  const toggle = dueToday(page).getByRole('button', { name: /^(Fold|Unfold) Due Today$/ });
  const frames = watchFrames(page, LENGTH);
  for (let time = 0; time < 6; time += 1) await toggle.click();
  const stamps = await frames;
  await page.context().close();
  return slowestRate(stamps);
}

/** Moves a finger over a row and back, so that nothing is done. */
async function swipeAndReturn(devtools: CDPSession, row: Locator): Promise<void> {
  const box = await row.boundingBox();
  if (!box) throw new Error('The row is not on the page');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  await touch('touchStart', x);
  for (let step = 0; step <= STEPS; step += 1)
    await touch('touchMove', x + 120 * Math.sin((step / STEPS) * Math.PI));
  await touch('touchEnd');
}

/** Frames per second in the slowest half second while rows are swiped on a phone. */
async function slowestSwipe(actor: Actor): Promise<number> {
  const page = await openDay(actor, PHONE);
  const devtools = await page.context().newCDPSession(page);
  const frames = watchFrames(page, LENGTH);
  for (let at = 0; at < 3; at += 1)
    await swipeAndReturn(devtools, dueToday(page).getByRole('listitem').nth(at));
  const stamps = await frames;
  await page.context().close();
  return slowestRate(stamps);
}

/** Frames of what moves under a hand, with a household's 50 tasks and with 1,000. */
export function measure(): Promise<Figure[]> {
  return inBrowser(async (browser) => {
    const figures: Figure[] = [];
    for (const open of [50, 1000]) {
      await using actor = await household(browser, { open, completed: 200 });
      const rest = await atRest(actor);
      figures.push({ name: `${open} open, at rest`, value: rest, unit: 'fps' });
      for (const [name, measured] of Object.entries({
        drag: slowestDrag,
        'panel folded': slowestFold,
        swipe: slowestSwipe,
        'rows sliding, folding': slowestMotion,
      })) {
        const value = await measured(actor);
        figures.push({
          name: `${open} open, ${name}`,
          value,
          unit: 'fps',
          limit: 50,
          atLeast: true,
        });
      }
    }
    return figures;
  });
}
