import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { inBrowser } from '../tools/in-browser.ts';
import { createActor } from '../web/e2e/support/actor.ts';
import type { Figure } from './figures.ts';
import { usageOf } from './processes.ts';

const TASKS = 5_000;
const CONTACTS = 10_000;

/** `almanac.json` with as much as a busy person has elsewhere. */
function file(): Buffer {
  const category = (at: number) => `Category ${at % 20}`;
  const tasks = Array.from({ length: TASKS }, (_, at) => ({
    title: `Task ${at}: write to the office about the invoice`,
    description: at % 3 === 0 ? 'The number is on the second page. '.repeat(4) : '',
    category: category(at),
    due_date: `2027-${String((at % 12) + 1).padStart(2, '0')}-15`,
  }));
  const contacts = Array.from({ length: CONTACTS }, (_, at) => ({
    first_name: `Anna ${at}`,
    last_name: 'Müller',
    company: `Company ${at % 500}`,
    email_address: `anna.${at}@example.org`,
    mobile_phone: `+49 170 ${1_000_000 + at}`,
    city: 'Nürnberg',
    category: category(at),
  }));
  const root = { format: 'almanac', version: 1, tasks, contacts };
  return Buffer.from(JSON.stringify(root));
}

type Pauses = { task: number; silence: number };

/**
 * What kept the page from answering since it was asked last, in milliseconds: its longest task (the
 * browser tells of those of 50 ms and more), and its longest silence, which the server's work on the
 * same two cores lengthens, too.
 */
async function watchPauses(page: Page): Promise<() => Promise<Pauses>> {
  const watch = await page.evaluateHandle(() => {
    const state = { task: 0, silence: 0, last: performance.now() };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) state.task = Math.max(state.task, duration);
    }).observe({ type: 'longtask' });
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      const now = performance.now();
      state.silence = Math.max(state.silence, now - state.last);
      state.last = now;
      setTimeout(() => port2.postMessage(0));
    });
    port1.start();
    port2.postMessage(0);
    return state;
  });
  return () =>
    watch.evaluate((state) => {
      const { task, silence } = state;
      state.task = 0;
      state.silence = 0;
      return { task, silence };
    });
}

/** Megabytes of the largest process that draws a page: heap, workers and all. */
async function tabMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = await Promise.all(pages.map(async ({ id }) => (await usageOf([id])).memory));
  return Math.max(...sizes);
}

/** Moving in with 5,000 tasks and 10,000 contacts (docs/decisions/0059, 0060). */
export function measure(): Promise<Figure[]> {
  return inBrowser(async (browser) => {
    await using actor = await createActor(browser, {});
    const page = await actor.open('/settings?tab=transfer');
    await page.getByRole('button', { name: 'Choose files…' }).waitFor();
    const pauses = await watchPauses(page);
    const folder = await mkdtemp(join(tmpdir(), 'almanac-import-'));
    const path = join(folder, 'almanac.json');
    await writeFile(path, file());
    const button = (name: string | RegExp) => page.getByRole('button', { name });

    const chosenAt = performance.now();
    await page.getByLabel('Files to import').setInputFiles(path);
    await button(`Import ${(TASKS + CONTACTS).toLocaleString('en-US')} entries`).waitFor();
    const previewed = performance.now() - chosenAt;
    const reading = await pauses();

    // Its rows come by the ordinary way; the last page says that there are no more.
    const pulled = page.waitForResponse(
      async (response) => {
        if (!response.url().endsWith('/rpc/pull_changes')) return false;
        const answer: unknown = await response.json();
        return Object(answer).more === false && Object(answer).rows.length > 0;
      },
      { timeout: 60_000 },
    );
    const sentAt = performance.now();
    await button(/^Import [\d,]+ entries$/).click();
    await page.getByText(/^Imported: /).waitFor({ timeout: 60_000 });
    const added = performance.now() - sentAt;
    const sending = await pauses();
    await pulled;
    const arrived = performance.now() - sentAt;
    const arriving = await pauses();
    const memory = await tabMemory(browser);

    const undoneAt = performance.now();
    await button('Undo import').first().click();
    await page.getByText('The import is undone').waitFor({ timeout: 60_000 });
    const undone = performance.now() - undoneAt;
    await rm(folder, { recursive: true });
    return [
      { name: 'file to preview', value: previewed, unit: 'ms' },
      { name: 'sent and added', value: added, unit: 'ms' },
      { name: 'sent, added and on this device', value: arrived, unit: 'ms', limit: 30_000 },
      { name: 'undone', value: undone, unit: 'ms' },
      ...Object.entries({ reading, sending, arriving }).flatMap(([when, { task, silence }]) => [
        { name: `${when}: longest task of the page`, value: task, unit: 'ms', limit: 100 },
        { name: `${when}: longest silence`, value: silence, unit: 'ms' },
      ]),
      { name: 'memory of the tab', value: memory, unit: 'MB', limit: 300 },
    ];
  });
}
