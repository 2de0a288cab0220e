import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { nobody, serviceRole, unique } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { succeeded } from '../support/outcomes.ts';
import { api } from './support/api.ts';
import { call, type Answer } from './support/call.ts';
import { startFunction } from './support/deno.ts';
import { mailAuthority } from './support/mail-server.ts';
import { reachable, usePostOffice } from './support/post-office.ts';
import { compare, isTelling } from './support/timing.ts';

// The whole way of a forgotten password over a real SMTP conversation: STARTTLS, sign-in, mail.

const office = usePostOffice();
const { asAdmin, asNobody, config } = office;

async function forget(identifier: string, email: string, seen = 0): Promise<string> {
  expect(await asNobody('reset-password', { identifier })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  const { text = '' } = await office.mail.receive(email, seen);
  const password = /Temporary password: (\S+)/.exec(text)?.[1];
  if (!password) throw new Error(`no password in: ${text}`);
  return password;
}

function signIn(username: string, password: string) {
  return nobody().auth.signInWithPassword({ email: usernameToEmail(username), password });
}

function sessionOf(answer: Answer): { access_token: string } {
  const session: unknown = Reflect.get(Object(answer.body), 'session');
  return session as { access_token: string };
}

test('spec §7 recovery: configure, test, forget, receive, sign in, be asked for a new password', async () => {
  expect(await asAdmin('test-email', config())).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect((await office.mail.receive(office.mail.user)).subject).toBe('Almanac can send mail');
  expect(await asAdmin('configure-email', config())).toMatchObject({
    status: 200,
    body: { success: true },
  });

  const anna = await reachable('anna');
  const temporary = await forget(anna.username, anna.email);
  const letter = await office.mail.receive(anna.email);
  expect(letter.subject).toBe('Your temporary Almanac password');
  expect(letter.text).toContain(anna.username);
  expect(letter.text).toMatch(/works once, until \d+ \w+ \d{4}.*\(UTC\)/);
  expect(letter.text).toContain('https://almanac.example/login');
  for (const part of [anna.username, temporary, 'https://almanac.example/login']) {
    expect(letter.html).toContain(part);
  }
  expect(office.mail.ciphers.length).toBeGreaterThan(0);
  expect(office.mail.ciphers).not.toContain('');

  // A stranger can ask, but lock nobody out: the old password still works.
  expect((await signIn(anna.username, anna.password)).error).toBeNull();

  const login = await asNobody('login', { username: anna.username, password: temporary });
  expect(login).toMatchObject({ status: 200, body: { success: true } });
  const token = sessionOf(login).access_token;
  const profile = await serviceRole()
    .from('profiles')
    .select('must_change_password')
    .eq('id', anna.id)
    .single();
  expect(succeeded(profile)).toEqual({ must_change_password: true });

  // From here on only the way to a new password is open.
  expect((await signIn(anna.username, anna.password)).error?.code).toBe('invalid_credentials');
  expect((await signIn(anna.username, temporary)).error?.code).toBe('invalid_credentials');
  expect((await anna.client.auth.getUser()).error).not.toBeNull();
  expect(await asNobody('login', { username: anna.username, password: temporary })).toMatchObject({
    status: 401,
    body: { code: 'invalid_credentials' },
  });

  const change = (currentPassword: string, newPassword: string) =>
    call('account/change-password', {
      base: office.account.base,
      token,
      body: { currentPassword, newPassword },
    });
  expect(await change('something else', 'New-secret-3')).toMatchObject({ status: 400 });
  expect(await change(temporary, temporary.toLowerCase())).toMatchObject({
    status: 400,
    body: { code: 'same_password' },
  });
  expect(await change(temporary, 'New-secret-3')).toMatchObject({ status: 200 });
  expect((await signIn(anna.username, 'New-secret-3')).error).toBeNull();
  expect(
    succeeded(
      await serviceRole()
        .from('profiles')
        .select('must_change_password')
        .eq('id', anna.id)
        .single(),
    ),
  ).toEqual({ must_change_password: false });
});

test('spec §7 recovery: the e-mail address finds the account too, in any case', async () => {
  const bea = await reachable('bea');
  const temporary = await forget(bea.email.toUpperCase(), bea.email);
  const login = { username: bea.username.toUpperCase(), password: ` ${temporary.toLowerCase()} ` };
  expect(await asNobody('login', login)).toMatchObject({ status: 200 });
});

test('design §4: a temporary password fails after an hour, and for another account', async () => {
  const clara = await reachable('clara');
  const dora = await reachable('dora');
  const temporary = await forget(clara.username, clara.email);
  expect(await asNobody('login', { username: dora.username, password: temporary })).toMatchObject({
    status: 401,
    body: { message: 'Invalid username or password' },
  });
  const { error } = await serviceRole()
    .from('password_resets')
    .update({ expires_at: new Date(Date.now() - 1000).toISOString() })
    .eq('user_id', clara.id);
  expect(error).toBeNull();
  expect(await asNobody('login', { username: clara.username, password: temporary })).toMatchObject({
    status: 401,
  });
  expect((await signIn(clara.username, clara.password)).error).toBeNull();
});

test('design §4: of two temporary passwords either works, and then the other no more', async () => {
  const emil = await reachable('emil');
  const first = await forget(emil.username, emil.email);
  const second = await forget(emil.username, emil.email, 1);
  expect(await asNobody('login', { username: emil.username, password: first })).toMatchObject({
    status: 200,
  });
  expect(await asNobody('login', { username: emil.username, password: second })).toMatchObject({
    status: 401,
  });
});

test('design §4: used twice at once, a temporary password works once', async () => {
  const fritz = await reachable('fritz');
  const password = await forget(fritz.username, fritz.email);
  const answers = await Promise.all(
    [1, 2, 3].map(() => asNobody('login', { username: fritz.username, password })),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 401, 401,
  ]);
});

test('spec §7 recovery: the sixth request within an hour is refused, whether there is such a user or not', async () => {
  const gina = await reachable('gina');
  for (const identifier of [gina.username, unique('nobody')]) {
    const answers = [];
    for (let count = 0; count < 6; count += 1) {
      answers.push(await asNobody('reset-password', { identifier }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers[5]?.body).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/try again in 1[0-2] minutes\.$/),
    });
    const wait = Number(answers[5]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(540);
    expect(wait).toBeLessThanOrEqual(720);
  }
});

test('design §6: the mail password is stored sealed, never answered and never logged', async () => {
  await asAdmin('configure-email', config());
  const status = await office.read('admin/email');
  expect(status).toMatchObject({
    status: 200,
    body: {
      configured: true,
      emailService: 'custom',
      emailUser: office.mail.user,
      emailPort: office.mail.port,
    },
  });
  const row = await serviceRole().from('email_settings').select('*').single();
  for (const seen of [
    status.body,
    succeeded(row),
    office.account.output(),
    office.admin.output(),
  ]) {
    expect(JSON.stringify(seen)).not.toContain(office.mail.password);
  }
  const resets = await serviceRole().from('password_resets').select('*');
  for (const { text = '' } of office.mail.mails) {
    const temporary = /Temporary password: (\S+)/.exec(text)?.[1];
    if (!temporary) continue;
    const seen = JSON.stringify([resets.data, office.account.output()]);
    expect(seen).not.toContain(temporary);
    expect(seen).not.toContain(temporary.replaceAll('-', ''));
  }
});

test('design §4: answers are alike, and as quick, for accounts that do not exist', async () => {
  const reachableHanna = () => reachable('hanna', { isHashedThere: true });
  // Some for each question: one account alone would soon be closed for so many failures.
  const people = await Promise.all(Array.from({ length: 5 }, reachableHanna));
  await asAdmin('configure-email', config());
  // A function without limits in the way.
  const account = await startFunction('account', {
    SITE_URL: 'https://almanac.example',
    MAIL_ENCRYPTION_KEY: office.mailKey,
    DENO_CERT: mailAuthority,
    RATE_LIMIT_FACTOR: '1000',
  });
  onTestFinished(account.stop);
  let asked = 0;
  const name = (someone: boolean) => {
    asked += 1;
    const known = people[asked % people.length]?.username ?? '';
    return someone ? known : unique('hanna');
  };
  let mailed = office.mail.mails.length;
  const recovery = await compare(
    (someone) =>
      call('account/reset-password', { base: account.base, body: { identifier: name(someone) } }),
    () => {
      mailed += 1;
      return vi.waitFor(() => expect(office.mail.mails).toHaveLength(mailed), {
        interval: 5,
        timeout: 10_000,
      });
    },
  );
  const redemption = await compare((someone) =>
    call('account/login', {
      base: account.base,
      body: { username: name(someone), password: 'AAAA-BBBB-CCCC-DDDD' },
    }),
  );
  const password = 'not the password';
  const signInByName = await compare((someone) =>
    api('POST', '/auth/login', { body: { username: name(someone), password } }),
  );
  const fresh = await Promise.all(Array.from({ length: 5 }, reachableHanna));
  people.splice(0, people.length, ...fresh);
  const signInByAddress = await compare((someone) =>
    call('token?grant_type=password', {
      base: `${supabase.url}/auth/v1`,
      body: { email: usernameToEmail(name(someone)), password },
    }),
  );
  for (const measured of [recovery, redemption, signInByName, signInByAddress]) {
    expect(measured.answers).toHaveLength(1);
    expect(isTelling(measured), JSON.stringify(measured)).toBe(false);
  }
}, 240_000);

test('design §4: the comparison tells an answer that takes twice as long', async () => {
  const delayed = await compare(async (someone) => {
    await delay(someone ? 40 : 20);
    return { status: 200, body: 'the same' };
  });
  expect(isTelling(delayed)).toBe(true);
});

test('design §4: the comparison tells nothing by what the server does after it answered', async () => {
  let work = Promise.resolve();
  let waiting = 0;
  const measured = await compare(
    async (someone) => {
      await delay(waiting > 0 ? 40 : 20);
      if (someone) {
        waiting += 1;
        const before = work;
        work = (async () => {
          await before;
          await delay(50);
          waiting -= 1;
        })();
      }
      return { status: 200, body: 'the same' };
    },
    () => work,
  );
  expect(isTelling(measured)).toBe(false);
});
