import type { Page, Route } from '@playwright/test';
import { settled } from './frame.ts';

type Shift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** What has moved by itself since the page was loaded: its text, and from where to where. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = [];
        const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ');
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[]) {
            for (const { node, previousRect, currentRect } of sources) {
              const text = node?.textContent?.slice(0, 40);
              shifts.push(`${value}: ${text} from ${box(previousRect)} to ${box(currentRect)}`);
            }
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))));
      }),
  );
}

/**
 * A slow network: what the server says arrives one by one, each answer when the one before is drawn.
 * Files come as they do. Returns what waits until nothing is on its way.
 */
export async function answerOneByOne(page: Page): Promise<() => Promise<void>> {
  let last = Promise.resolve();
  // What administrators see stays as it was first: other stories make accounts meanwhile.
  const lasting = new Map<string, ReturnType<Route['fetch']>>();
  await page.route(/\/(auth|rest|functions)\/v1\//, async (route) => {
    const before = last;
    const { promise: drawn, resolve } = Promise.withResolvers<void>();
    last = drawn;
    try {
      const url = route.request().url();
      const answer = lasting.get(url) ?? route.fetch();
      if (url.includes('/functions/v1/admin/')) lasting.set(url, answer);
      const response = await answer;
      await before;
      await settled(page);
      await route.fulfill({ response });
      await settled(page);
    } catch (error) {
      // The page has been left: nobody waits for this answer.
      console.debug(`${route.request().url()} is not answered.`, error);
    } finally {
      resolve();
    }
  });
  return async () => {
    for (let seen; seen !== last; await settled(page)) {
      seen = last;
      await seen;
    }
  };
}

declare global {
  /** Where each control was first seen, and what has left its place since. */
  var controls: { places: Map<string, string>; moved: string[] } | undefined;
}

/** Looks at every frame of a page where its controls are, from the next load on. */
export async function followControls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { places, moved } = (globalThis.controls = { places: new Map(), moved: [] as string[] });
    const look = () => {
      const seen = new Map<string, number>();
      for (const control of document.querySelectorAll<HTMLElement>('a[href], button, input')) {
        const { x, y, width, height } = control.getBoundingClientRect();
        const isSeen = width > 1 && control.checkVisibility({ visibilityProperty: true });
        if (!isSeen) continue;
        const row = control.closest<HTMLElement>('[data-task], [data-uid]')?.dataset;
        const text =
          control.ariaLabel ?? control.getAttribute('placeholder') ?? control.textContent;
        const name = [control.tagName, text, row?.['task'] ?? row?.['uid']].join(' ');
        const count = (seen.get(name) ?? 0) + 1;
        seen.set(name, count);
        const place = [x, y, width, height].map(Math.round).join(' ');
        const first = places.get(`${name} ${count}`);
        if (first === undefined) places.set(`${name} ${count}`, place);
        else if (first !== place) moved.push(`${name} ${count} from ${first} to ${place}`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** What did not keep its place: controls that were followed, and whatever the browser saw moving. */
export async function whatMoved(page: Page): Promise<string[]> {
  await settled(page);
  const moved = await page.evaluate(() => globalThis.controls?.moved ?? ['Nothing was followed']);
  return [...new Set([...moved, ...(await layoutShifts(page))])];
}
