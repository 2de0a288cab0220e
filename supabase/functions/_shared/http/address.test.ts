import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientAddress, networkOf, parseTrust } from './address.ts';

const forwarded = (value: string) => new Headers({ 'x-forwarded-for': value });

function trust(text: string) {
  const isTrusted = parseTrust(text);
  if (!isTrusted) throw new Error(`${text} is no list of proxies`);
  return isTrusted;
}

test.each([
  ['203.0.113.7', '0', '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7', '0', '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7, 10.0.0.1', '10.0.0.0/8', '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7, 10.0.0.1', '10.0.0.1', '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7, 2001:db8::5, 10.0.0.1', '10.0.0.1, 2001:db8::/32', '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7, 127.0.0.1', '1', '203.0.113.7'],
  ['203.0.113.7', '10.0.0.0/8', '203.0.113.7'],
  ['10.0.0.2, 10.0.0.1', '10.0.0.0/8', '10.0.0.2'],
  ['203.0.113.7:5123', '0', '203.0.113.7'],
  ['::ffff:203.0.113.7', '0', '203.0.113.7'],
  ['[2001:DB8::1]:443', '0', '2001:db8::1'],
  ['fe80::1%eth0', '0', 'fe80::1'],
  ['203.0.113.7, unknown', '0', 'unknown'],
  ['', '0', 'unknown'],
])('design §4 limits: %j with the proxies %s is %s', (header, proxies, address) => {
  expect(clientAddress(forwarded(header), trust(proxies))).toBe(address);
});

test.each(['2', 'caddy', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.1,', '1.2.3', '::/129'])(
  'design §4 limits: TRUST_PROXY %s trusts nobody, since it is no list',
  (text) => expect(parseTrust(text)).toBeUndefined(),
);

test('design §4 limits: whatever a stranger writes, the address is the one the proxies saw', () => {
  const isTrusted = trust('10.0.0.0/8');
  const proxies = fc.array(
    fc.ipV4().map((ip) => ip.replace(/^\d+/, '10')),
    { maxLength: 3 },
  );
  const written = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ unit: 'grapheme-ascii' })));
  const strangers = fc.oneof(fc.ipV4(), fc.ipV6()).filter((ip) => !isTrusted(ip));
  fc.assert(
    fc.property(written, strangers, proxies, (claims, stranger, hops) => {
      const line = [...claims, stranger, ...hops].join(', ').replaceAll(/[^\x20-\x7e]/g, '');
      const found = clientAddress(forwarded(line), isTrusted);
      expect(found).toBe(clientAddress(forwarded(stranger), trust('0')));
      expect(found).not.toBe('unknown');
    }),
  );
});

test('design §4 limits: all of an IPv6 /64 counts as one', () => {
  const network = networkOf('2001:db8:0:1::1');
  expect(networkOf('2001:0db8:0000:0001:ffff:ffff:ffff:ffff')).toBe(network);
  expect(networkOf('2001:db8:0:2::1')).not.toBe(network);
  expect(networkOf('::1')).toBe('::/64');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('unknown')).toBe('unknown');
});
