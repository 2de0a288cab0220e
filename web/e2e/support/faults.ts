import type { BrowserContext, Page } from '@playwright/test';
import { SESSION_COOKIE } from '#domain/session.ts';
import type { Actor } from './actor.ts';

/** An hour of the day, 0 to 23, and a time zone in which it is that hour now. */
export function zoneWhereItIs(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24;
  const offset = ahead > 14 ? ahead - 24 : ahead;
  // POSIX counts these the other way round.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

type Sockets = {
  /** Once the page listens to its changes. */
  joined: Promise<void>;
  /** Nothing goes through the open connections any more, and neither side is told. */
  kill(): void;
};

/** Puts the live connections of a page into the test's hands, before the page is loaded. */
export async function holdSockets(page: Page): Promise<Sockets> {
  const { promise: joined, resolve } = Promise.withResolvers<void>();
  const open: { isDead: boolean }[] = [];
  await page.routeWebSocket(/\/realtime\/v1\//, (route) => {
    const server = route.connectToServer();
    const socket = { isDead: false };
    open.push(socket);
    route.onMessage((message) => {
      if (!socket.isDead) server.send(message);
    });
    server.onMessage((message) => {
      if (socket.isDead) return;
      if (String(message).includes('"status":"ok"')) resolve();
      route.send(message);
    });
  });
  return {
    joined,
    kill() {
      for (const socket of open) socket.isDead = true;
    },
  };
}

/** Makes the session of a browser one whose token runs out in so many seconds. */
export async function expireSoon(context: BrowserContext, { seconds = 240 } = {}): Promise<void> {
  const cookies = await context.cookies();
  const parts = cookies
    .filter(({ name }) => name.startsWith(SESSION_COOKIE))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const [first] = parts;
  if (!first) throw new Error('Nobody is signed in');
  const stored = parts.map(({ value }) => value).join('');
  const session: unknown = JSON.parse(
    Buffer.from(stored.replace(/^base64-/, ''), 'base64url').toString('utf8'),
  );
  const changed = { ...Object(session), expires_at: Math.floor(Date.now() / 1000) + seconds };
  const value = `base64-${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  const size = parts.length > 1 ? Math.ceil(value.length / parts.length) : value.length;
  await context.addCookies(
    parts.map((part, index) => ({ ...part, value: value.slice(index * size, (index + 1) * size) })),
  );
}

/** From now on this page can store nothing more, as on a broken disk. Returns the way to mend it. */
export async function breakDisk(page: Page): Promise<() => Promise<void>> {
  const methods = await page.evaluateHandle(() => {
    const { add, put } = IDBObjectStore.prototype;
    const refuse = () => {
      throw new DOMException('The disk is broken', 'DataError');
    };
    IDBObjectStore.prototype.add = refuse;
    IDBObjectStore.prototype.put = refuse;
    return { add, put };
  });
  return () => methods.evaluate((before) => void Object.assign(IDBObjectStore.prototype, before));
}

/**
 * Lets the changes of this page wait for their place on the disk, as while another tab writes there,
 * until `release` is called.
 */
export async function holdDisk(page: Page, { id }: Actor): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(async (name) => {
    const state = { isHeld: true };
    const opened = Promise.withResolvers<IDBDatabase>();
    const opening = indexedDB.open(name);
    opening.addEventListener('success', () => opened.resolve(opening.result));
    const database = await opened.promise;
    const store = database.transaction('outbox', 'readwrite').objectStore('outbox');
    const begun = Promise.withResolvers<void>();
    // A transaction lasts as long as something is asked of it.
    const goOn = () => {
      begun.resolve();
      if (state.isHeld) store.count().addEventListener('success', goOn);
      else database.close();
    };
    store.count().addEventListener('success', goOn);
    await begun.promise;
    return state;
  }, `almanac-${id}`);
  return () => held.evaluate((state) => void (state.isHeld = false));
}
