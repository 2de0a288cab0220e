import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { canonicalUsername, usernameSchema, usernameToEmail } from './account.ts';

/** Names as people could type them: ASCII, all of Unicode, and characters whose case is peculiar. */
const names = fc.oneof(
  fc.string({ minLength: 1, maxLength: 64 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
  fc.string({
    unit: fc.constantFrom(...'aAzZ09._- ıİißẞſKÅσςΣfiſtŉǰ'),
    minLength: 1,
    maxLength: 8,
  }),
);

/** GoTrue's own pattern for the local part, and RFC 5321's length limits. */
const LOCAL = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;

test('design §4 username address: is always a valid address under the reserved domain', () => {
  fc.assert(
    fc.property(names, (name) => {
      const address = usernameToEmail(name);
      expect(z.email().safeParse(address).success).toBe(true);
      const [local = '', domain] = address.split('@');
      expect(local).toMatch(LOCAL);
      expect(domain).toBe('users.almanac.invalid');
      // The identity service lower-cases addresses: ours must survive that unchanged.
      expect(address).toBe(address.toLowerCase());
    }),
    { numRuns: 2000 },
  );
});

test('design §4 username address: does not depend on case', () => {
  fc.assert(
    fc.property(names, (name) => {
      const address = usernameToEmail(name);
      expect(usernameToEmail(name.toUpperCase())).toBe(address);
      expect(usernameToEmail(name.toLowerCase())).toBe(address);
    }),
    { numRuns: 2000 },
  );
});

test('design §4 username address: does not depend on how accents are composed', () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(usernameToEmail(name.normalize('NFD'))).toBe(usernameToEmail(name.normalize('NFC')));
    }),
    { numRuns: 2000 },
  );
});

test('design §4 username address: differs whenever the canonical names differ', () => {
  fc.assert(
    fc.property(names, names, (one, other) => {
      // Two lone surrogates are the same bytes in UTF-8; the schema refuses them.
      fc.pre(one.isWellFormed() && other.isWellFormed());
      const same = canonicalUsername(one) === canonicalUsername(other);
      expect(usernameToEmail(one) === usernameToEmail(other)).toBe(same);
    }),
    { numRuns: 2000 },
  );
});

test('design §4 username address: no string at all makes it fail, and what is accepted names somebody', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 });
  const anything = units.map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(fc.oneof(anything, names), (name) => {
      expect(usernameToEmail(name).split('@')[0]).toMatch(LOCAL);
      const accepted = usernameSchema.safeParse(name);
      if (!accepted.success) return;
      expect(accepted.data.isWellFormed()).toBe(true);
      expect([...accepted.data].length).toBeLessThanOrEqual(64);
      expect(canonicalUsername(accepted.data)).not.toBe('');
      // White space around a name is nobody else's name.
      expect(usernameToEmail(` \u00a0${name}\t`)).toBe(usernameToEmail(accepted.data));
      // What cannot be seen makes no second account that looks like the first.
      expect(usernameSchema.safeParse(`${accepted.data}\u200b`).success).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

test('design §4 username address: no single code point breaks case-insensitivity', () => {
  for (let code = 1; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const canonical = canonicalUsername(letter);
    if (
      canonicalUsername(canonical) !== canonical ||
      canonicalUsername(letter.toUpperCase()) !== canonical ||
      canonicalUsername(letter.toLowerCase()) !== canonical
    ) {
      expect.unreachable(`U+${code.toString(16)}`);
    }
  }
});

test.each([
  ['anna', 'anna@users.almanac.invalid'],
  [' Anna ', 'anna@users.almanac.invalid'],
  ['ANNA.LEE-2_x', 'anna.lee-2_x@users.almanac.invalid'],
  ['Anna', 'anna@users.almanac.invalid'],
])('design §4 username address: plain name %j stays readable', (name, address) => {
  expect(usernameToEmail(name)).toBe(address);
});

test.each(['.anna', 'anna.', 'an..na', 'an na', 'änna', 'anna@example.com', 'a'.repeat(41), '李'])(
  'design §4 username address: %j is hashed',
  (name) => {
    expect(usernameToEmail(name)).toMatch(/^[0-9a-f]{64}@users\.almanac\.invalid$/);
  },
);

test('design §4 username address: a name that looks like a hash does not take the place of another', () => {
  const hashed = usernameToEmail('änna');
  expect(usernameToEmail(hashed.split('@')[0] ?? '')).not.toBe(hashed);
});

test.each([
  ['', 'Username is required'],
  ['   ', 'Username is required'],
  ['a'.repeat(65), 'Username must be at most 64 characters'],
  ['an\u0000na', 'Username may only contain printable characters'],
  ['an\u200bna', 'Username may only contain printable characters'],
  ['an\ud800na', 'Username may only contain printable characters'],
  ['an\u202ena', 'Username may only contain printable characters'],
])('design §4 username: %j is refused', (name, message) => {
  const result = usernameSchema.safeParse(name);
  expect(result.error?.issues[0]?.message).toBe(message);
});

test.each(['a', 'a'.repeat(64), '😀'.repeat(64), 'Zoë Müller', '李雷', "O'Brien", 'a@b.example'])(
  'design §4 username: %j is accepted',
  (name) => {
    expect(usernameSchema.parse(name)).toBe(name);
  },
);
