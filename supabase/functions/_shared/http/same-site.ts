import { forbidden } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses, with 403, a request that changes something and was sent by a page of another site: it
 * carries the user's cookie without the user's will. Browsers tell by Sec-Fetch-Site, older ones by
 * Origin; programs send neither and are let through. `hosts`: where our pages come from.
 */
export function refuseOtherSites(request: Request, hosts: readonly string[]): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) {
    // 'none': typed or bookmarked by the user. 'same-site' is another host of the same domain.
    if (site === 'same-origin' || site === 'none') return;
    throw otherSite();
  }
  const origin = request.headers.get('origin');
  if (origin === null) return;
  if (!URL.canParse(origin) || !hosts.includes(new URL(origin).host)) throw otherSite();
}

function otherSite() {
  return forbidden('Requests from other sites are refused', 'cross_site');
}

/** The hosts under which a browser reached this request, as the proxies in front tell. */
export function ownHosts(request: Request, siteUrl: string | undefined): string[] {
  const told = [
    request.headers.get('x-forwarded-host')?.split(',')[0]?.trim(),
    request.headers.get('host'),
    new URL(request.url).host,
    siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).host : undefined,
  ];
  return told.filter((host) => typeof host === 'string');
}
