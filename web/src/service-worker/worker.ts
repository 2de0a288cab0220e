import { TAB_LOCK, CONFIG_PATH, sourceOf } from './requests.ts';

declare const self: ServiceWorkerGlobalScope;

/** What the build puts here (web/build-worker.ts). */
declare const SHELL: {
  version: string;
  /** The script that index.html of this version begins with. */
  entry: string;
  /** Paths of all files but index.html. */
  files: string[];
};

// Once: the build writes the list wherever it is named.
const { version, entry, files: fileList } = SHELL;
const PREFIX = 'almanac-shell-';
const NAME = `${PREFIX}${version}`;
const CONFIG_NAME = 'almanac-config';
const files = new Set(fileList);

/** All of this version or nothing: while a new one is being put in place its files are mixed. */
async function install(): Promise<void> {
  const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' });
  const html = await page.clone().text();
  if (!page.ok || page.redirected || !html.includes(entry)) {
    throw new Error('The server has another version of the page than of this worker.');
  }
  const cache = await caches.open(NAME);
  await cache.addAll(fileList);
  await cache.put('/', page);
  const config = await caches.open(CONFIG_NAME);
  await config.add(new Request(CONFIG_PATH, { cache: 'no-cache' }));
}

/** Removes the files of versions that no tab runs now. */
async function forgetOldVersions(): Promise<void> {
  // What is being installed, or waits, has no tab yet.
  if (self.registration.installing || self.registration.waiting) return;
  const { held = [] } = await self.navigator.locks.query();
  const running = held.flatMap(({ name }) =>
    name?.startsWith(TAB_LOCK) ? [name.slice(TAB_LOCK.length)] : [],
  );
  const older = running.filter((file) => !files.has(file));
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === NAME) continue;
    const cache = await caches.open(name);
    const found = await Promise.all(older.map((file) => cache.match(file, LOOSELY)));
    if (found.every((response) => response === undefined)) await caches.delete(name);
  }
}

/** What the server answers varies by encoding only, and what is kept is decoded. */
const LOOSELY = { ignoreVary: true };

async function answerPage(request: Request): Promise<Response> {
  const kept = await caches.match('/', { ...LOOSELY, cacheName: NAME });
  return kept ?? fetch(request);
}

/** Names of chunks change with their content: whichever version has it, it is the one. */
async function answerFile(request: Request): Promise<Response> {
  const kept =
    (await caches.match(request, { ...LOOSELY, cacheName: NAME })) ??
    (await caches.match(request, LOOSELY));
  return kept ?? fetch(request);
}

async function answerConfig(request: Request): Promise<Response> {
  const cache = await caches.open(CONFIG_NAME);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(CONFIG_PATH, response.clone());
    return response;
  } catch (error) {
    // Who wants no copy asks whether the server answers.
    const kept = request.cache === 'no-store' ? undefined : await cache.match(CONFIG_PATH, LOOSELY);
    if (kept) return kept;
    throw error;
  }
}

/** Of browsers that can answer requests without starting a worker. */
type RoutedInstall = ExtendableEvent & { addRoutes(routes: readonly object[]): Promise<void> };

/**
 * What the worker would answer from its caches anyway the browser takes from there by itself: no worker
 * starts, and none of its code runs for each file.
 */
function addRoutes(event: RoutedInstall): Promise<void> {
  const assets = { urlPattern: { pathname: '/assets/*' }, requestMethod: 'GET' };
  const home = { urlPattern: { pathname: '/', search: '' }, requestMode: 'navigate' };
  return event.addRoutes([
    { condition: assets, source: 'cache' },
    { condition: home, source: { cacheName: NAME } },
  ]);
}

self.addEventListener('install', (event) => {
  if ('addRoutes' in event) event.waitUntil(addRoutes(event as RoutedInstall));
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  // The tab that brought it here works offline from now on, too.
  event.waitUntil(Promise.all([self.clients.claim(), forgetOldVersions()]));
});

// Sent when no tab is in the middle of something (app/service-worker.ts).
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const source = sourceOf(request, self.location.origin, files);
  if (source === 'network') return;
  if (source === 'file') return event.respondWith(answerFile(request));
  if (source === 'page') return event.respondWith(answerPage(request));
  event.respondWith(answerConfig(request));
  // Each start of the app asks for it.
  event.waitUntil(forgetOldVersions());
});
