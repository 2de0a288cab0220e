import type { Browser, BrowserContext, Page } from '@playwright/test';
import { inBrowser } from '../tools/in-browser.ts';
import { createActor, type Actor } from '../web/e2e/support/actor.ts';
import { percentile, type Figure } from './figures.ts';

const CLICKS = 60;
const WARM_UPS = 6;

type Transfer = { requests: number; apiRequests: number; scriptBytes: number; bytes: number };

/** Bytes over the wire and requests of one cold load of `path`, until the network is quiet. */
async function transferOf(
  context: BrowserContext,
  path: string,
  ready: (page: Page) => Promise<void>,
) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const total: Transfer = { requests: 0, apiRequests: 0, scriptBytes: 0, bytes: 0 };
  const kinds = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type);
    total.requests += 1;
    if (/\/(rest|auth|functions)\/v1\//.test(response.url)) total.apiRequests += 1;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    total.bytes += encodedDataLength;
    if (kinds.get(requestId) === 'Script') total.scriptBytes += encodedDataLength;
  });
  await page.goto(path);
  await ready(page);
  await page.waitForLoadState('networkidle');
  await page.close();
  return total;
}

/** Milliseconds from each click on a checkbox to the change being in the other page's document. */
async function clickTo(other: 'tab' | 'device', actor: Actor): Promise<Figure[]> {
  const here = await actor.open('/');
  const there = await (other === 'tab' ? actor.openTab(here, '/') : actor.open('/'));
  const name = 'Measured task';
  await Promise.all([here, there].map((page) => page.getByRole('checkbox', { name }).waitFor()));
  const latencies: number[] = [];
  for (let round = 0; round < CLICKS + WARM_UPS; round += 1) {
    const wanted = round % 2 === 0;
    const seen = await there.evaluateHandle(
      ([label, checked]) => {
        const isThere = () =>
          [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')].some(
            (box) => box.checked === checked && box.ariaLabel?.includes(label),
          );
        // In an object, or the handle would be of what the promise becomes.
        return {
          time: new Promise<number>((resolve) => {
            const observer = new MutationObserver(() => {
              if (!isThere()) return;
              observer.disconnect();
              resolve(performance.timeOrigin + performance.now());
            });
            observer.observe(document, { subtree: true, childList: true, attributes: true });
          }),
        };
      },
      [name, wanted] as const,
    );
    // Either tab sends.
    const answer = here
      .context()
      .waitForEvent('response', (response) => response.url().includes('push_changes'));
    // Found and clicked in one task: between two the row may be replaced, and a click on it is lost.
    const clicked = await here.evaluate((label) => {
      const box = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
      const now = performance.timeOrigin + performance.now();
      box?.click();
      return now;
    }, name);
    latencies.push((await seen.evaluate(({ time }) => time)) - clicked);
    // The answer to this write must be in before the next click, or two would be measured as one.
    await answer;
  }
  await Promise.all([here.close(), there.close()]);
  const counted = latencies.slice(WARM_UPS);
  return [
    { name: `click to other ${other}, p50`, value: percentile(counted, 50), unit: 'ms', limit: 25 },
    { name: `click to other ${other}, p95`, value: percentile(counted, 95), unit: 'ms', limit: 40 },
  ];
}

async function firstLoad(browser: Browser, url: string, actor: Actor): Promise<Figure[]> {
  const visitor = await browser.newContext({ baseURL: url });
  const login = await transferOf(visitor, '/login', (page) =>
    page.getByLabel('Username').waitFor(),
  );
  await visitor.close();
  const signedIn = (await actor.open('/health')).context();
  const dashboard = await transferOf(signedIn, '/', (page) =>
    page.getByRole('checkbox', { name: 'Measured task' }).waitFor(),
  );
  return [
    { name: 'sign-in page: requests', value: login.requests, unit: '' },
    { name: 'sign-in page: bytes', value: login.bytes / 1000, unit: 'kB' },
    { name: 'dashboard: requests', value: dashboard.requests, unit: '' },
    { name: 'dashboard: API requests', value: dashboard.apiRequests, unit: '', limit: 6 },
    { name: 'dashboard: JavaScript', value: dashboard.scriptBytes / 1000, unit: 'kB' },
    { name: 'dashboard: bytes', value: dashboard.bytes / 1000, unit: 'kB' },
  ];
}

/** First load of the sign-in page and the dashboard; from a click to the other tab and device. */
export function measure(): Promise<Figure[]> {
  return inBrowser(async (browser, stack) => {
    await using actor = await createActor(browser, {});
    const { error } = await actor.client.from('tasks').insert({ title: 'Measured task' });
    if (error) throw error;
    const loads = await firstLoad(browser, stack.url, actor);
    const tab = await clickTo('tab', actor);
    return [...loads, ...tab, ...(await clickTo('device', actor))];
  });
}
