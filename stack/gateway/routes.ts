/** Who answers a path. */
export type Route =
  | 'rest'
  | 'auth'
  | 'realtime'
  | 'functions'
  | 'api'
  | 'config'
  | 'health'
  | 'files'
  | 'malformed';

const PREFIXES: readonly (readonly [prefix: string, route: Route])[] = [
  ['/rest/v1', 'rest'],
  ['/auth/v1', 'auth'],
  ['/realtime/v1', 'realtime'],
  ['/functions/v1', 'functions'],
  ['/api', 'api'],
];

// Escapes that a URL parser further on would resolve or choke on: dot segments, NUL, backslash.
const HOSTILE = /(^|\/)(\.|%2e){1,2}(\/|$)|%00|\\|%5c/i;

/** The path of a request target (RFC 9112 3.2.1), without its query. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** Chooses who answers a request target. Only the origin form (`/path?query`) is served. */
export function routeOf(target: string): Route {
  const path = pathOf(target);
  if (!path.startsWith('/') || HOSTILE.test(path) || /%00/.test(target)) return 'malformed';
  for (const [prefix, route] of PREFIXES) {
    if (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')) {
      return route;
    }
  }
  if (path === '/config.json') return 'config';
  return path === '/health' ? 'health' : 'files';
}
