import type { Browser, BrowserContext, Page } from '@playwright/test';
import { inBrowser } from '../tools/in-browser.ts';
import type { Actor } from '../web/e2e/support/actor.ts';
import { whenKept, whenRowsKept } from '../web/e2e/support/offline.ts';
import { household } from './dashboard.ts';
import { percentile, type Figure } from './figures.ts';

const VISITS = 5;

/** From the start of navigation to the end of the frame that shows the first row, milliseconds. */
function firstRow(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector('section li')) return requestAnimationFrame(look);
          return setTimeout(() => resolve(performance.now()));
        };
        requestAnimationFrame(look);
      }),
  );
}

/** A device that has been here before: the app and all rows are on it. */
async function visitedDevice(actor: Actor, tasks: number): Promise<BrowserContext> {
  const page = await actor.open();
  await whenKept(page);
  await whenRowsKept(page, actor.id, 'tasks', tasks);
  await page.waitForLoadState('networkidle');
  const context = page.context();
  await page.close();
  return context;
}

/** The median of several visits, each in a tab of its own, after one that warms the browser. */
async function visits(context: BrowserContext, { slowdown = 1, isOffline = false } = {}) {
  await context.setOffline(isOffline);
  const times: number[] = [];
  for (let visit = 0; visit <= VISITS; visit += 1) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto('/', { waitUntil: 'commit' });
    times.push(await firstRow(page));
    // The next one is not to share the processor with what this one does when it is idle.
    if (!isOffline) await page.waitForLoadState('networkidle');
    await page.close();
  }
  return percentile(times.slice(1), 50);
}

async function measureIn(browser: Browser): Promise<Figure[]> {
  await using thousand = await household(browser, { open: 1000, completed: 0 });
  await using many = await household(browser, { open: 5000, completed: 0 });
  const [small, large] = [await visitedDevice(thousand, 1000), await visitedDevice(many, 5000)];
  const plain = await visits(small);
  const slow = await visits(small, { slowdown: 4 });
  const long = await visits(large);
  const offline = await visits(small, { isOffline: true });
  const offlineSlow = await visits(small, { isOffline: true, slowdown: 4 });
  const offlineLong = await visits(large, { isOffline: true });
  return [
    { name: 'first row, 1,000 open tasks', value: plain, unit: 'ms', limit: 300 },
    { name: 'first row, 1,000, CPU 4x slower', value: slow, unit: 'ms', limit: 900 },
    { name: 'first row, 5,000 open tasks', value: long, unit: 'ms', limit: plain * 1.2 },
    { name: 'first row, 1,000, offline', value: offline, unit: 'ms', limit: 300 },
    { name: '… CPU 4x slower', value: offlineSlow, unit: 'ms', limit: 900 },
    { name: '… 5,000, offline', value: offlineLong, unit: 'ms', limit: offline * 1.2 },
  ];
}

/** The dashboard on a device that has its copy: the second visit, with and without a network. */
export function measure(): Promise<Figure[]> {
  return inBrowser(measureIn);
}
