import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  expect,
  type BrowserContext,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import { environment } from './environment.ts';

/** Waits until the service worker answers this page, with all of the app on the device. */
export async function whenKept(page: Page): Promise<void> {
  const hasWorker = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(hasWorker, { timeout: 20_000 }).toBe(true);
}

/** Waits until the copy of a person on this device has so many rows in a store. */
export async function whenRowsKept(
  page: Page,
  userId: string,
  store: 'tasks' | 'texts' | 'outbox',
  count: number,
): Promise<void> {
  const kept = () =>
    page.evaluate(
      ([database, name]) =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open(database);
          opening.addEventListener('error', () => reject(new Error('The copy cannot be opened')));
          opening.addEventListener('success', () => {
            const counting = opening.result.transaction(name).objectStore(name).count();
            counting.addEventListener('success', () => {
              opening.result.close();
              resolve(counting.result);
            });
          });
        }),
      [`almanac-${userId}`, store] as const,
    );
  await expect.poll(kept, { timeout: 20_000 }).toBe(count);
}

/** A browser with a profile on the disk, which can be closed and opened again. */
export type Laptop = AsyncDisposable & {
  /** Starts the browser on a path; offline, if so, before anything is asked for. */
  open(path: string, options?: { offline?: boolean }): Promise<Page>;
  /** Ends the browser. */
  close(): Promise<void>;
};

/** A laptop of one's own; `launchOptions` are those of playwright.config.ts. */
export async function createLaptop(launchOptions: LaunchOptions): Promise<Laptop> {
  const profile = await mkdtemp(join(tmpdir(), 'almanac-profile-'));
  let context: BrowserContext | undefined;
  const close = async () => {
    await context?.close();
    context = undefined;
  };
  return {
    async open(path, { offline = false } = {}) {
      context = await chromium.launchPersistentContext(profile, {
        ...launchOptions,
        baseURL: environment.url,
        viewport: { width: 1280, height: 900 },
        offline,
      });
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(path);
      return page;
    },
    close,
    async [Symbol.asyncDispose]() {
      await close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
