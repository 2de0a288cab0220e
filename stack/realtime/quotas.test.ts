import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { SocketUsage, Quotas } from './quotas.ts';

const small = {
  ...limits,
  sockets: 6,
  socketsPerAddress: 4,
  socketsPerAccount: 2,
  anonymousBytes: 100,
  socketBytes: 500,
  accountBytes: 700,
  addressBytes: 900,
  totalBytes: 1_200,
};

const step = fc.record({
  what: fc.constantFrom('open', 'open', 'take', 'take', 'give', 'belong', 'release'),
  who: fc.nat(9),
  address: fc.constantFrom('192.0.2.1', '2001:db8::1', '2001:db8::2'),
  account: fc.constantFrom('ann', 'bob', 'eve'),
  bytes: fc.nat(300),
});

test('design §4: whatever comes and goes, no bound is passed and nothing is counted that is gone', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const quotas = new Quotas(small);
      const open: { usage: SocketUsage; taken: number[] }[] = [];
      const end = (usage: SocketUsage) =>
        open.splice(
          open.findIndex((one) => one.usage === usage),
          1,
        );
      const everyone = () =>
        [
          [quotas.all, 6],
          [quotas.ofAddress('192.0.2.1'), 4],
          [quotas.ofAddress('2001:db8::3'), 4],
          ...['ann', 'bob', 'eve'].map((id) => [quotas.ofAccount(id), 2] as const),
        ] as const;
      for (const { what, who, address, account, bytes } of steps) {
        const one = open[who % Math.max(open.length, 1)];
        if (what === 'open') {
          const quota = quotas.ofAddress(address);
          if (!quota.evictForSocket() || !quotas.all.evictForSocket()) continue;
          const usage: SocketUsage = new SocketUsage(quotas, quota, () => end(usage));
          open.push({ usage, taken: [] });
        } else if (what === 'take' && one?.usage.reserve(bytes)) one.taken.push(bytes);
        else if (what === 'give') one?.usage.release(one.taken.pop() ?? 0);
        else if (what === 'belong') one?.usage.assignTo(quotas.ofAccount(account));
        else if (what === 'release' && one) {
          one.usage.dispose();
          end(one.usage);
        }
        for (const [quota, most] of everyone()) {
          expect(quota.members.size).toBeLessThanOrEqual(most);
          const held = [...quota.members].reduce((sum, member) => sum + member.bytes, 0);
          expect(quota.bytes).toBe(held);
        }
        for (const [quota] of everyone().slice(0, 3)) {
          expect(quota.bytes).toBeLessThanOrEqual(quota.maxBytes);
        }
        expect(quotas.all.members.size).toBe(open.length);
      }
      for (const { usage } of open.splice(0)) usage.dispose();
      for (const [quota] of everyone()) expect([quota.members.size, quota.bytes]).toEqual([0, 0]);
    }),
    { numRuns: 500 },
  );
});

test('design §4: when memory runs out, whoever holds most makes room, or gets no more', () => {
  const quotas = new Quotas(small);
  const cut: string[] = [];
  const member = (name: string, address: string) => {
    const usage = new SocketUsage(quotas, quotas.ofAddress(address), () => cut.push(name));
    usage.assignTo(quotas.ofAccount(name));
    return usage;
  };
  const [ann, bob, eve] = [
    member('ann', '192.0.2.1'),
    member('bob', '192.0.2.2'),
    member('eve', '192.0.2.3'),
  ];
  expect([ann.reserve(300), eve.reserve(500), bob.reserve(390)]).toEqual([true, true, true]);
  expect(ann.reserve(100)).toBe(true);
  expect(cut).toEqual(['eve']);
  // Whoever holds most already gets no more.
  expect(bob.reserve(50)).toBe(true);
  expect(member('zoe', '192.0.2.4').reserve(350)).toBe(true);
  expect(bob.reserve(20)).toBe(false);
  expect(cut).toEqual(['eve']);
});
