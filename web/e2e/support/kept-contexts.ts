import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from '@playwright/test';
import { environment } from './environment.ts';

/** What a page or a context cannot be freed of: who calls it keeps the context from being kept. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
];
const LASTING_OF_CLOCKS = ['fastForward', 'install', 'pauseAt', 'setFixedTime', 'setSystemTime'];

/** What stories listen to. */
const HEARD = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
];

/** Of a page without a script that has the app's origin: the browser keeps the app's process for it. */
const QUIET = '/robots.txt';

const VIEWPORT = { width: 1280, height: 720 };

type Kept = { key: string; page: Page; session: CDPSession; hasLasting: boolean };

function callWhenCalled(target: object, names: string[], note: () => void): void {
  for (const name of names) {
    const own: unknown = Reflect.get(target, name);
    if (typeof own !== 'function') continue;
    Reflect.set(target, name, (...args: unknown[]) => {
      note();
      return Reflect.apply(own, target, args) as unknown;
    });
  }
}

/**
 * The contexts of a worker's stories. One that a story leaves behind is cleaned and given to the next
 * that asks for the same: a page in it finds the app's files, and a process that knows them, which is
 * two fifths of what a page costs (docs/decisions/0052). What cannot be cleaned is closed.
 */
export class KeptContexts {
  readonly #browser: Browser;
  readonly #known = new Map<BrowserContext, Kept>();
  readonly #free: BrowserContext[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const index = this.#free.findLastIndex((one) => this.#known.get(one)?.key === key);
    const [found] = index < 0 ? [] : this.#free.splice(index, 1);
    if (found) return found;
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const kept: Kept = { key, page, session, hasLasting: false };
    const note = () => {
      kept.hasLasting = true;
    };
    callWhenCalled(context, LASTING, note);
    callWhenCalled(page, LASTING, note);
    callWhenCalled(context.clock, LASTING_OF_CLOCKS, note);
    context.once('close', () => this.#forget(context));
    this.#known.set(context, kept);
    return context;
  }

  /** Takes back a context that nobody uses any more. */
  async giveBack(context: BrowserContext): Promise<void> {
    const kept = this.#known.get(context);
    if (!kept || kept.hasLasting || kept.page.isClosed()) {
      await context.close();
      return;
    }
    await this.#clean(context, kept);
    this.#free.push(context);
  }

  /** Of one that was closed, also by a browser that ended. */
  #forget(context: BrowserContext): void {
    this.#known.delete(context);
    const index = this.#free.indexOf(context);
    if (index >= 0) this.#free.splice(index, 1);
  }

  async #clean(context: BrowserContext, { page, key, session }: Kept): Promise<void> {
    for (const event of HEARD) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    await Promise.all(
      context.pages().map((one) => (one === page ? page.unrouteAll() : one.close())),
    );
    await context.unrouteAll();
    await context.setOffline(false);
    // The page may be on its way elsewhere, by a Back of its own: the second time it is not.
    await page.goto(QUIET).catch(() => page.goto(QUIET));
    const {
      viewport = VIEWPORT,
      colorScheme = 'light',
      reducedMotion = 'no-preference',
    } = JSON.parse(key) as BrowserContextOptions;
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: 'none' });
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    await session.send('Storage.clearDataForOrigin', {
      origin: new URL(environment.url).origin,
      storageTypes: 'cookies,local_storage,indexeddb,cache_storage,file_systems,service_workers',
    });
    await session.send('Page.resetNavigationHistory');
    await context.clearCookies();
  }
}
