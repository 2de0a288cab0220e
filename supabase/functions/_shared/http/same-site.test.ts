import { expect, test } from 'vitest';
import { corsFor, originOf, ownHosts, refuseOtherSites } from './same-site.ts';

const own = { hosts: ['almanac.example'], appOrigin: undefined };

function request(method: string, headers: Record<string, string>): Request {
  return new Request('https://almanac.example/api/tasks', { method, headers });
}

test.each([
  ['POST', {}],
  ['POST', { 'sec-fetch-site': 'same-origin', origin: 'https://else.example' }],
  ['POST', { 'sec-fetch-site': 'none' }],
  ['PATCH', { origin: 'https://almanac.example' }],
  ['DELETE', { origin: 'http://almanac.example' }],
  ['GET', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
])('design §4 other sites: %s with %j passes', (method, headers) => {
  expect(() => refuseOtherSites(request(method, headers), own)).not.toThrow();
});

test.each([
  ['POST', { 'sec-fetch-site': 'cross-site' }],
  ['POST', { 'sec-fetch-site': 'same-site', origin: 'https://www.almanac.example' }],
  ['PATCH', { origin: 'https://evil.example' }],
  ['PATCH', { origin: 'https://almanac.example.evil.example' }],
  ['DELETE', { origin: 'https://almanac.example:8443' }],
  ['DELETE', { origin: 'null' }],
  ['DELETE', { origin: 'almanac.example' }],
])('design §4 other sites: %s with %j is refused', (method, headers) => {
  expect(() => refuseOtherSites(request(method, headers), own)).toThrow('other sites');
});

test('design §4 other sites: the proxy in front says which host the browser asked', () => {
  const asked = new Request('http://functions:9000/api/tasks', {
    headers: { 'x-forwarded-host': 'almanac.example, inner' },
  });
  const found = ownHosts(asked, 'https://public.example');
  expect(found).toContain('almanac.example');
  expect(found).toContain('public.example');
  expect(found).not.toContain('inner');
});

const app = 'https://app.example';

test('design §4 other sites: the web app may call functions on another host, if they believe no cookie', () => {
  const hosts = ['ref.supabase.example'];
  const sent = request('POST', { 'sec-fetch-site': 'cross-site', origin: app });
  expect(() => refuseOtherSites(sent, { hosts, appOrigin: app })).not.toThrow();
  expect(() => refuseOtherSites(sent, { hosts, appOrigin: undefined })).toThrow('other sites');
  for (const origin of [`${app}:8443`, 'http://app.example', 'https://app.example.evil.example']) {
    const foreign = request('POST', { 'sec-fetch-site': 'cross-site', origin });
    expect(() => refuseOtherSites(foreign, { hosts, appOrigin: app })).toThrow('other sites');
  }
});

test('design §4 other sites: answers are for the web app alone to read', () => {
  expect(corsFor(request('GET', { origin: app }), app)).toMatchObject({
    'access-control-allow-origin': app,
    vary: 'origin',
  });
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    expect(corsFor(request('GET', headers), app)).toEqual({ vary: 'origin' });
    expect(corsFor(request('GET', headers), undefined)).toEqual({ vary: 'origin' });
  }
});

test.each([
  ['https://app.example', app],
  ['https://app.example/', app],
  ['file:///app', undefined],
  ['data:text/html,x', undefined],
  ['app.example', undefined],
  [undefined, undefined],
])('design §4 other sites: the origin of SITE_URL %s is %s', (siteUrl, origin) => {
  expect(originOf(siteUrl)).toBe(origin);
});
