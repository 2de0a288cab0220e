import { createHash, randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, serviceRole, type Actor } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { api } from './support/api.ts';
import { call, type Answer } from './support/call.ts';
import { startMailServer } from './support/mail-server.ts';
import { useOwnStack } from './support/own-stack.ts';
import { reachable } from './support/post-office.ts';

// A stranger guesses one account's password from behind the same proxy as its owner.

useOwnStack({ TRUST_PROXY: '1' });

const HOME = '203.0.113.7';
const ELSEWHERE = '192.0.2.44';

/** One address, and ten of a network of taken-over machines. */
const strangers = [
  {
    who: 'one address',
    count: 1,
    address: () => '198.51.100.9',
  },
  {
    who: 'ten addresses',
    count: 10,
    address: (guess: number) => `198.51.100.${100 + (guess % 10)}`,
  },
];

const from = (address: string) => ({ 'x-forwarded-for': address });

type Door = (who: Actor, password: string, address: string) => Promise<Answer>;

const token: Door = ({ username }, password, address) =>
  call('token?grant_type=password', {
    base: `${supabase.url}/auth/v1`,
    body: { email: usernameToEmail(username), password },
    headers: from(address),
  });
const login: Door = ({ username }, password, address) =>
  api('POST', '/auth/login', { body: { username, password }, headers: from(address) });
const redeem: Door = ({ username }, password, address) =>
  call('account/login', { body: { username, password }, headers: from(address) });

/** Makes `count` requests, sixteen at a time, and says how often each status was answered. */
async function storm(
  count: number,
  ask: (guess: number) => Promise<Answer>,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  async function worker(): Promise<void> {
    while (next < count) {
      const { status } = await ask(next++);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker));
  return statuses;
}

/** A temporary password as if it had been mailed. */
async function temporaryPassword(who: Actor): Promise<string> {
  const letters = Array.from(randomBytes(16), (byte) => 'ABCDEFGH'.charAt(byte % 8)).join('');
  const { error } = await serviceRole()
    .from('password_resets')
    .insert({
      user_id: who.id,
      token_hash: createHash('sha256').update(letters).digest('hex'),
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
  expect(error).toBeNull();
  return letters;
}

const asEver = async ({ password }: Actor) => password;
/**
 * How many guesses are looked at before strangers are slowed down, of each address after that, and of
 * a single address.
 */
const doors = [
  { path: '/auth/v1/token', door: token, right: asEver, together: 100, each: 3, one: 20 },
  {
    path: '/api/auth/login',
    door: login,
    right: asEver,
    together: 100,
    each: 3,
    one: 20,
  },
  // A temporary password has 80 random bits: addresses are counted each for itself.
  {
    path: 'account/login',
    door: redeem,
    right: temporaryPassword,
    together: 0,
    each: 10,
    one: 10,
  },
];
const cases = doors.flatMap((door) =>
  strangers.map((stranger) => ({
    ...door,
    ...stranger,
    guesses: door.door === login && stranger.count === 1 ? 1000 : 200,
  })),
);

test.each(cases)(
  'design §4 lock-out: $path: $guesses wrong passwords from $who, and the owner signs in from a known and from a new address',
  async ({ door, right, together, each, one, guesses, count, address }) => {
    const owner = await actor('owner');
    expect((await token(owner, owner.password, HOME)).status).toBe(200);
    const guess = (number: number) => door(owner, 'AAAA-BBBB-CCCC-DDDD', address(number));
    const start = performance.now();
    const first = await storm(guesses / 2, guess);
    const [second] = await Promise.all([
      storm(guesses / 2, guess),
      (async () => {
        expect(await door(owner, await right(owner), HOME)).toMatchObject({ status: 200 });
        expect(await door(owner, await right(owner), ELSEWHERE)).toMatchObject({ status: 200 });
      })(),
    ]);
    const minutes = (performance.now() - start) / 60_000;
    const refused = (first[429] ?? 0) + (second[429] ?? 0);
    // As time goes by a little is given back: of the hundred in an hour, of the ten in a quarter.
    const looked = count === 1 ? one : together + each * count;
    const most = looked * (1 + minutes / 10) + 1;
    expect(guesses - refused, JSON.stringify([first, second, minutes])).toBeLessThanOrEqual(most);
  },
  180_000,
);

test('design §4 lock-out: whoever asks for an owner’s temporary passwords stops none and floods no mailbox', async () => {
  const mail = await startMailServer({ isPlain: true });
  onTestFinished(mail.close);
  const chief = await actor('chief', { admin: true });
  const config = {
    emailService: 'custom',
    emailUser: mail.user,
    emailPass: mail.password,
    emailHost: 'localhost',
    emailPort: mail.port,
    emailSecurity: 'none',
  };
  expect(await call('admin/configure-email', { token: chief.token, body: config })).toMatchObject({
    status: 200,
  });
  const owner = await reachable('owner');
  expect((await token(owner, owner.password, HOME)).status).toBe(200);
  const ask = (identifier: string, address: string) =>
    call('account/reset-password', { body: { identifier }, headers: from(address) });

  const strangersMails = 5;
  await storm(200, (guess) =>
    ask(guess % 2 === 0 ? owner.username : owner.email, `198.51.100.${guess % 40}`),
  );
  await mail.receive(owner.email, strangersMails - 1);
  // Somebody who is not known here reads the one that was sent already.
  expect(await ask(owner.username, ELSEWHERE)).toMatchObject({ status: 200 });
  // Who is known gets one more.
  expect(await ask(owner.username, HOME)).toMatchObject({ status: 200 });
  const { text = '' } = await mail.receive(owner.email, strangersMails);
  expect(mail.mails).toHaveLength(strangersMails + 1);
  const [, password = ''] = /Temporary password: (\S+)/.exec(text) ?? [];
  expect(await redeem(owner, password, HOME)).toMatchObject({ status: 200 });
}, 120_000);
