/** Who answers a path. */
export type Route =
  | 'rest'
  | 'auth'
  | 'realtime'
  | 'functions'
  | 'api'
  | 'dav'
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
  ['/dav', 'dav'],
  ['/.well-known/caldav', 'dav'],
  ['/.well-known/carddav', 'dav'],
];

// What a URL parser further on would resolve or choke on: dot segments, NUL, a bare backslash.
const HOSTILE = /(^|\/)(\.|%2e){1,2}(\/|$)|%00|\\/i;
// An escaped backslash stays what it is in every parser. Functions see it as part of a name, such as
// a category's; what is looked up among tables and files has none.
const ESCAPED_BACKSLASH = /%5c/i;
const NAMED_BY_PEOPLE: ReadonlySet<Route> = new Set(['functions', 'api', 'dav']);

/** The path of a request target (RFC 9112 3.2.1), without its query. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** A page of the build, since hosted functions answer HTML as plain text. */
const API_PAGE = '/api/docs';

function prefixOf(path: string): Route {
  if (path === API_PAGE) return 'files';
  for (const [prefix, route] of PREFIXES) {
    if (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')) {
      return route;
    }
  }
  if (path === '/config.json') return 'config';
  return path === '/health' ? 'health' : 'files';
}

/** Chooses who answers a request target. Only the origin form (`/path?query`) is served. */
export function routeOf(target: string): Route {
  const path = pathOf(target);
  if (!path.startsWith('/') || HOSTILE.test(path) || /%00/.test(target)) return 'malformed';
  const route = prefixOf(path);
  return ESCAPED_BACKSLASH.test(path) && !NAMED_BY_PEOPLE.has(route) ? 'malformed' : route;
}
