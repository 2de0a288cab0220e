import { expect, test } from 'vitest';
import { networkOf } from './http/address.ts';
import { siteOf } from './rate-limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1::9', '2001:db8:1::/48'],
  ['2001:db8::9', '2001:db8:0::/48'],
  ['2001:0:0:7::9', '2001:0:0::/48'],
  ['unknown', 'unknown'],
])('design §4 limits: %s belongs to the site %s', (address, site) => {
  expect(siteOf(networkOf(address))).toBe(site);
});
