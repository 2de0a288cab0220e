/** What the server answers itself, whatever the browser asks for. */
const SERVER_PATHS = ['/api', '/auth', '/functions', '/health', '/realtime', '/rest'];

/** The installation's addresses and keys: the server's where it answers, else as they were. */
export const CONFIG_PATH = '/config.json';

/**
 * Where a request is answered from: `page` is the app's one page, `file` one of its files, `config`
 * the configuration. Everything else is the network's alone and is never kept.
 */
export type Source = 'page' | 'file' | 'config' | 'network';

function isServerPath(path: string): boolean {
  return SERVER_PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/** Chooses the source of a request; `files` are the paths of this version's files. */
export function sourceOf(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: ReadonlySet<string>,
): Source {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || isServerPath(pathname)) return 'network';
  if (pathname === CONFIG_PATH) return mode === 'navigate' ? 'network' : 'config';
  // An older tab asks for files that this version does not have.
  if (files.has(pathname) || pathname.startsWith('/assets/')) return 'file';
  const isPage = mode === 'navigate' && !/\.[^/]+$/.test(pathname);
  return isPage ? 'page' : 'network';
}

/** Where the worker is served; there, it answers for the whole site. */
export const WORKER_PATH = '/service-worker.js';

/**
 * A tab holds the lock of this name with the path of its page's script behind it, which names all
 * others: the version that has this script is still in use.
 */
export const TAB_LOCK = 'almanac-tab ';
