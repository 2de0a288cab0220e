import type { Browser, ElementHandle } from '@playwright/test';
import { inBrowser } from '../tools/in-browser.ts';
import { createActor, type Actor } from '../web/e2e/support/actor.ts';
import { percentile, type Figure } from './figures.ts';
import { slowestRate, watchFrames } from './frames.ts';

const LOADS = 7;
const CLICKS = 20;
const CHUNK = 1000;
/** Milliseconds after an import in which a tab that opens may hear of it once more. */
const REPLAYED = 6000;
/** Milliseconds without a request after which all were made: rows are drawn before the next are read. */
const QUIET = 3000;

type Amounts = { open: number; completed: number };
type Load = { ms: number; requests: number; bytes: number; scriptBytes: number };

/** A person with so many open tasks due around today, and completed ones of the last years. */
export async function household(browser: Browser, { open, completed }: Amounts): Promise<Actor> {
  const actor = await createActor(browser, {});
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const insert = async (count: number, make: (index: number) => object) => {
    for (let from = 0; from < count; from += CHUNK) {
      const size = Math.min(CHUNK, count - from);
      const rows = Array.from({ length: size }, (_, index) => make(from + index));
      const { error } = await actor.client.from('tasks').insert(rows);
      if (error) throw error;
    }
  };
  await insert(open, (index) => ({ title: `Open ${index}`, due_date: day((index % 40) - 20) }));
  await insert(completed, (index) => ({
    title: `Done ${index}`,
    completed: true,
    completed_at: `${day(-2 - (index % 1000))}T12:00:00Z`,
  }));
  return actor;
}

/**
 * From the start of navigation to the first painted row, with a cold cache and a warm server:
 * milliseconds, and what had come over the wire by then. Requests are counted to the end.
 */
async function load(actor: Actor, cpuSlowdown: number): Promise<Load> {
  const page = await actor.open('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  let requests = 0;
  page.on('request', (request) => {
    if (/\/(rest|auth|functions)\/v1\//.test(request.url())) requests += 1;
  });
  await page.goto('/', { waitUntil: 'commit' });
  const seen = await page.evaluate(
    () =>
      new Promise<Omit<Load, 'requests'>>((resolve) => {
        const report = () => {
          const ms = performance.now();
          let [bytes, scriptBytes] = [0, 0];
          for (const entry of performance.getEntries()) {
            if (!(entry instanceof PerformanceResourceTiming)) continue;
            bytes += entry.transferSize;
            if (new URL(entry.name).pathname.endsWith('.js')) scriptBytes += entry.transferSize;
          }
          resolve({ ms, bytes, scriptBytes });
        };
        const look = () => {
          if (!document.querySelector('section li')) return requestAnimationFrame(look);
          // The frame that shows the row ends after this callback.
          return setTimeout(report);
        };
        requestAnimationFrame(look);
      }),
  );
  for (let before = -1; before < requests;) {
    before = requests;
    await page.waitForTimeout(QUIET);
  }
  await page.context().close();
  return { ...seen, requests };
}

/** The medians of several loads, after one that warms the server. */
async function loads(actor: Actor, cpuSlowdown = 1): Promise<Load> {
  // Tabs that open just after an import hear of it once more, and the first one tells the time zone.
  const isOld = Date.now() + REPLAYED;
  do await load(actor, cpuSlowdown);
  while (Date.now() < isOld);
  const all: Load[] = [];
  for (let count = 0; count < LOADS; count += 1) all.push(await load(actor, cpuSlowdown));
  const median = (name: keyof Load) =>
    percentile(
      all.map((each) => each[name]),
      50,
    );
  return {
    ms: median('ms'),
    requests: Math.max(...all.map(({ requests }) => requests)),
    bytes: median('bytes'),
    scriptBytes: median('scriptBytes'),
  };
}

type Painted = { ticked: number; moved: number };

/** From clicks on open tasks' checkboxes to the frames with the tick, and without the row. */
async function clickToPaint(actor: Actor): Promise<Painted[]> {
  const page = await actor.open('/');
  const panel = page.getByRole('region', { name: 'Due Today' });
  await panel.getByRole('button', { name: 'Drag to reorder' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const times: Painted[] = [];
  for (let click = 0; click < CLICKS; click += 1) {
    const box = await panel.getByRole('checkbox').first().elementHandle();
    if (!box) throw new Error('There is no task to click');
    const answer = page.waitForResponse(/push_changes/);
    const [time] = await Promise.all([paintedAfterClick(box), box.click()]);
    times.push(time);
    await answer;
  }
  await page.context().close();
  return times;
}

/** Milliseconds from the click that follows to the ends of those frames. */
function paintedAfterClick(clicked: ElementHandle): Promise<Painted> {
  return clicked.evaluate(
    (box) =>
      new Promise<Painted>((resolve) => {
        if (!(box instanceof HTMLInputElement)) throw new Error('This is no checkbox');
        const frameWith = (isThere: () => boolean, report: (stamp: number) => void) => {
          const look = () => {
            if (!isThere()) return requestAnimationFrame(look);
            return setTimeout(() => report(performance.now()));
          };
          requestAnimationFrame(look);
        };
        const watch = ({ timeStamp }: Event) => {
          let ticked = 0;
          frameWith(
            () => box.checked || !box.isConnected,
            (stamp) => (ticked = stamp - timeStamp),
          );
          frameWith(
            () => !box.isConnected,
            (stamp) => resolve({ ticked, moved: stamp - timeStamp }),
          );
        };
        box.addEventListener('click', watch, { once: true, capture: true });
      }),
  );
}

/** Frames per second in the slowest half second of a drag down a long list. */
export async function slowestDrag(actor: Actor): Promise<number> {
  const page = await actor.open('/');
  const panel = page.getByRole('region', { name: 'Due Today' });
  const handle = panel.getByRole('button', { name: 'Drag to reorder' }).first();
  await handle.waitFor();
  await page.waitForLoadState('networkidle');
  const box = await handle.boundingBox();
  if (!box) throw new Error('The handle is not on the page');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = watchFrames(page, 3000);
  for (let step = 0; step < 120; step += 1) await page.mouse.move(x, y + step * 4);
  const stamps = await frames;
  await page.mouse.up();
  await page.context().close();
  return slowestRate(stamps);
}

/** Frames per second in the slowest half second while rows slide to other panels, and ticked ones fold. */
export async function slowestMotion(actor: Actor): Promise<number> {
  const page = await actor.open('/');
  const panel = page.getByRole('region', { name: 'Due Today' });
  await panel.getByRole('button', { name: 'Drag to reorder' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const frames = watchFrames(page, 4000);
  for (let time = 0; time < 4; time += 1) {
    const row = panel.getByRole('listitem').nth(time);
    await row.hover();
    await row.getByRole('button', { name: 'Move forward one day' }).click();
    await panel.getByRole('checkbox').nth(time).click();
  }
  const stamps = await frames;
  await page.context().close();
  return slowestRate(stamps);
}

/** The dashboard with 1,000 and 5,000 open tasks: first row, requests, a click, a drag. */
export function measure(): Promise<Figure[]> {
  return inBrowser(async (browser) => {
    await using thousand = await household(browser, { open: 1000, completed: 20_000 });
    await using many = await household(browser, { open: 5000, completed: 0 });
    const [plain, slow, long] = [
      await loads(thousand),
      await loads(thousand, 4),
      await loads(many),
    ];
    const clicks = await clickToPaint(many);
    const ticked = clicks.map((click) => click.ticked);
    const moved = clicks.map((click) => click.moved);
    const drag = await slowestDrag(thousand);
    const motion = await slowestMotion(thousand);
    return [
      { name: 'first row, 1,000 open tasks', value: plain.ms, unit: 'ms', limit: 1000 },
      { name: 'first row, 1,000, CPU 4x slower', value: slow.ms, unit: 'ms', limit: 2500 },
      { name: 'first row, 5,000 open tasks', value: long.ms, unit: 'ms', limit: plain.ms * 1.2 },
      { name: 'API requests, 1,000 open tasks', value: plain.requests, unit: '', limit: 6 },
      { name: 'API requests, 5,000 open tasks', value: long.requests, unit: '', limit: 6 },
      { name: 'JavaScript before the first row', value: plain.scriptBytes / 1000, unit: 'kB' },
      { name: 'all bytes before the first row', value: plain.bytes / 1000, unit: 'kB' },
      { name: 'checkbox to painted tick, 5,000, p50', value: percentile(ticked, 50), unit: 'ms' },
      { name: '… tick, p95', value: percentile(ticked, 95), unit: 'ms', limit: 50 },
      { name: 'checkbox to list without it, 5,000, p50', value: percentile(moved, 50), unit: 'ms' },
      { name: '… list, p95', value: percentile(moved, 95), unit: 'ms' },
      {
        name: 'slowest half second of a drag, 1,000',
        value: drag,
        unit: 'fps',
        limit: 50,
        atLeast: true,
      },
      {
        name: 'slowest half second of sliding and folding, 1,000',
        value: motion,
        unit: 'fps',
        limit: 50,
        atLeast: true,
      },
    ];
  });
}
