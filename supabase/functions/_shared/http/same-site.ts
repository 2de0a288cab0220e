import { corsHeaders } from '@supabase/supabase-js/cors';
import { forbidden } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Where our pages come from. */
export type OwnSites = {
  /** The hosts under which a browser reached this request. */
  hosts: readonly string[];
  /**
   * Of the web app where the functions lie on another host, as on hosted Supabase. Undefined where a
   * cookie is believed: then only pages of the same origin are ours.
   */
  appOrigin: string | undefined;
};

/**
 * Refuses, with 403, a request that changes something and was sent by a page of another site,
 * without the will of whoever looks at it. Browsers tell by Sec-Fetch-Site, older ones by Origin;
 * programs send neither and are let through.
 */
export function refuseOtherSites(request: Request, { hosts, appOrigin }: OwnSites): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get('origin');
  if (origin !== null && origin === appOrigin) return;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) {
    // 'none': typed or bookmarked by the user. 'same-site' is another host of the same domain.
    if (site === 'same-origin' || site === 'none') return;
    throw otherSite();
  }
  if (origin === null) return;
  if (!URL.canParse(origin) || !hosts.includes(new URL(origin).host)) throw otherSite();
}

function otherSite() {
  return forbidden('Requests from other sites are refused', 'cross_site');
}

/** The hosts under which a browser reached this request, as the proxies in front say. */
export function ownHosts(request: Request, siteUrl: string | undefined): string[] {
  const named = [
    request.headers.get('x-forwarded-host')?.split(',')[0]?.trim(),
    request.headers.get('host'),
    new URL(request.url).host,
    siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).host : undefined,
  ];
  return named.filter((host) => typeof host === 'string');
}

/** The origin of SITE_URL; undefined if it has none. */
export function originOf(siteUrl: string | undefined): string | undefined {
  if (!siteUrl || !URL.canParse(siteUrl)) return undefined;
  const { origin, protocol } = new URL(siteUrl);
  // Others have the origin "null", as any page in a sandbox has.
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}

/**
 * What lets the web app, and no other page, read answers from another host. Every answer says that
 * it depends on the Origin, so that no cache hands one page's to another.
 */
export function corsFor(request: Request, appOrigin: string | undefined): Record<string, string> {
  if (appOrigin === undefined || request.headers.get('origin') !== appOrigin) {
    return { vary: 'origin' };
  }
  return {
    'access-control-allow-origin': appOrigin,
    'access-control-allow-headers': corsHeaders['Access-Control-Allow-Headers'],
    'access-control-allow-methods': corsHeaders['Access-Control-Allow-Methods'],
    'access-control-expose-headers': 'retry-after',
    vary: 'origin',
  };
}
