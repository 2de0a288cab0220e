import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clientAddress,
  memberOf,
  networkOf,
  parseTrustedProxies,
  plainAddress,
  siteOf,
} from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::%eth0', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
])('design §4 limits: %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

function trust(text: string) {
  const networks = parseTrustedProxies(text);
  if (!networks) throw new Error(`${text} is no list of proxies`);
  return memberOf(networks);
}

test.each([
  ['192.0.2.7', '6.6.6.6', '1', '192.0.2.7'],
  ['127.0.0.1', '6.6.6.6, 192.0.2.7', '1', '192.0.2.7'],
  ['::1', '192.0.2.7', '1', '192.0.2.7'],
  ['::ffff:127.0.0.1', '192.0.2.7', '1', '192.0.2.7'],
  ['127.0.0.1', '192.0.2.7', '0', '127.0.0.1'],
  ['127.0.0.1', '192.0.2.7', '10.0.0.0/8', '127.0.0.1'],
  ['10.0.0.1', '6.6.6.6, 192.0.2.7, 10.0.0.9', '10.0.0.0/8', '192.0.2.7'],
  ['10.0.0.1', '6.6.6.6, 2001:db8::7, 2001:db8:1::9', '10.0.0.0/8,2001:db8:1::/48', '2001:db8::7'],
  ['10.0.0.1', '10.0.0.8, 10.0.0.9', '10.0.0.0/8', '10.0.0.8'],
  ['10.0.0.1', '192.0.2.7:443', '10.0.0.0/8', '192.0.2.7'],
  ['10.0.0.1', '[2001:DB8::7]:443', '10.0.0.0/8', '2001:db8::7'],
  // What a proxy cannot tell counts as its own.
  ['10.0.0.1', '6.6.6.6, unknown', '10.0.0.0/8', '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.0/8', '10.0.0.1'],
])('design §4 limits: from %s, forwarded for %j, with TRUST_PROXY=%s it is %s', (...row) => {
  const [peer, forwarded, proxies, address] = row;
  expect(clientAddress(peer, forwarded, trust(proxies))).toBe(address);
});

test('design §4 limits: whatever a stranger writes, the address is the one the last trusted proxy saw', () => {
  const isTrusted = trust('10.0.0.0/8,fd00::/8');
  const proxy = fc.oneof(
    fc.ipV4().map((ip) => ip.replace(/^\d+/, '10')),
    fc.ipV6().map((ip) => `fd00::${ip.replaceAll(/[^0-9a-f]/g, '').slice(0, 4) || '1'}`),
  );
  const claims = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), proxy, fc.string()), { maxLength: 5 });
  const strangers = fc.oneof(fc.ipV4(), fc.ipV6()).filter((ip) => !isTrusted(ip));
  fc.assert(
    fc.property(claims, strangers, fc.array(proxy, { maxLength: 3 }), (written, stranger, hops) => {
      const chain = [stranger, ...hops];
      const peer = chain.pop() ?? stranger;
      // Each proxy appends whom it was called by to what the stranger wrote.
      const found = clientAddress(peer, [...written, ...chain].join(', '), isTrusted);
      expect(found).toBe(plainAddress(stranger));
    }),
  );
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('design §4 limits: %s belongs to the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});
