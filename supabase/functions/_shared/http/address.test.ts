import { expect, test } from 'vitest';
import { clientAddress, networkOf } from './address.ts';

test.each([
  ['203.0.113.7', 1, '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7', 1, '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7, 10.0.0.1', 2, '203.0.113.7'],
  ['203.0.113.7', 2, '203.0.113.7'],
  ['203.0.113.7:5123', 1, '203.0.113.7'],
  ['::ffff:203.0.113.7', 1, '203.0.113.7'],
  ['[2001:DB8::1]:443', 1, '2001:db8::1'],
  ['fe80::1%eth0', 1, 'fe80::1'],
  ['', 1, 'unknown'],
])('design §4 limits: %j with %d proxies is %s', (header, proxies, address) => {
  expect(clientAddress(new Headers({ 'x-forwarded-for': header }), proxies)).toBe(address);
});

test('design §4 limits: what a client invents before the proxies does not count', () => {
  const headers = new Headers({ 'x-forwarded-for': '8.8.8.8, 9.9.9.9, 203.0.113.7' });
  expect(clientAddress(headers)).toBe('203.0.113.7');
});

test('design §4 limits: all of an IPv6 /64 counts as one', () => {
  const network = networkOf('2001:db8:0:1::1');
  expect(networkOf('2001:0db8:0000:0001:ffff:ffff:ffff:ffff')).toBe(network);
  expect(networkOf('2001:db8:0:2::1')).not.toBe(network);
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
});
