import { expect, test } from 'vitest';
import { ownHosts, refuseOtherSites } from './same-site.ts';

const hosts = ['almanac.example'];

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
  expect(() => refuseOtherSites(request(method, headers), hosts)).not.toThrow();
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
  expect(() => refuseOtherSites(request(method, headers), hosts)).toThrow('other sites');
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
