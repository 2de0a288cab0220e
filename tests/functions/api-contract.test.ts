import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { actor, serviceRole, unique, type Actor } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { fill, makeRoom } from '../support/limits.ts';
import { appPassword } from '../support/programs.ts';
import { forge, tamper } from '../support/tokens.ts';
import { api, field } from './support/api.ts';
import { call, type Answer } from './support/call.ts';
import type { Contract, Made } from './support/contract.ts';
import { contracts } from './support/contracts.ts';
import { startMailServer, type MailServer } from './support/mail-server.ts';
import { operations, type Operation } from './support/operations.ts';
import { useOwnStack } from './support/own-stack.ts';
import { refuses, Route } from './support/route.ts';

// An installation of its own: limits are spent, mail is configured, and the last administrator is
// known. What is the same for all routes is tried on every one of them.

useOwnStack();

type People = { owner: Actor; stranger: Actor; administrator: Actor };

let mail: MailServer;
let chief: Actor;
let anna: Actor;
let bert: Actor;
let demoted: Actor;
/** An app password that is for none of this. */
let wrongScope: string;
let documented: Operation[];

const all = contracts({ mail: () => mail, chief: () => chief });

/** Larger than what any route takes. */
const HUGE = JSON.stringify('x'.repeat(9 * 1024 * 1024));

async function setRights(user: Actor, isAdmin: boolean): Promise<void> {
  const { error } = await serviceRole()
    .from('profiles')
    .update({ is_admin: isAdmin })
    .eq('id', user.id);
  if (error) throw error;
}

/** A user who stays until the installation is thrown away: its last administrator cannot go. */
async function founder(): Promise<void> {
  const { error } = await serviceRole().auth.admin.createUser({
    email: `${randomUUID()}@users.almanac.invalid`,
    password: `Pw-${randomUUID()}`,
    email_confirm: true,
    user_metadata: { username: unique('founder') },
  });
  if (error) throw error;
}

beforeAll(async () => {
  mail = await startMailServer({ isPlain: true });
  await founder();
  chief = await actor('chief', { admin: true });
  [anna, bert, demoted] = await Promise.all([actor('anna'), actor('bert'), actor('demoted')]);
  await setRights(demoted, true);
  // Its token has been worth something.
  const before = await api('GET', '/admin/users', { token: demoted.token });
  if (before.status !== 200) throw new Error(`not an administrator: ${before.status}`);
  await setRights(demoted, false);
  documented = await operations();
  wrongScope = (await appPassword(bert, 'dav')).password;
}, 60_000);

afterAll(async () => {
  // Whoever comes after the founder goes again; somebody has to administer meanwhile.
  await serviceRole().from('profiles').update({ is_admin: true }).like('username', 'founder-%');
  await mail.close();
});

test('spec §7 README: the session made by curl alone works as it is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-curl-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const body = { username: 'anna', password: 'secret1' };
  expect((await api('POST', '/auth/register', { body })).status).toBe(201);
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, script = ''] = /```sh\n(A=http[^`]+)```/.exec(readme) ?? [];
  expect(script).toContain('/auth/login');
  const own = script.replaceAll('http://localhost:3000', supabase.url);
  if (spawnSync('curl', ['--version']).error) {
    const program = join(import.meta.dirname, 'support/curl.ts');
    const lines = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
    await writeFile(join(folder, 'curl'), lines, { mode: 0o755 });
  }
  const { stdout } = await promisify(execFile)('sh', ['-euc', own], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  // The rows of a list stand on lines of their own, each after a space.
  const answers: unknown[] = stdout
    .trim()
    .split(/\n(?! )/)
    .map((line) => JSON.parse(line));
  const done = { success: true };
  const [milk, plants] = [{ title: 'Buy milk' }, { title: 'Water the plants' }];
  expect(answers).toMatchObject([
    done,
    milk,
    plants,
    [milk, plants],
    { completed: true },
    done,
    done,
  ]);
  expect(answers[3]).toMatchObject([{ id: 1 }, { id: 2 }]);
});

test('spec §7 every documented route has a contract, and the other way round', () => {
  const names = documented.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(all).toSorted()).toEqual(names.toSorted());
});

test.each(['admin/users', 'api/admin/users'])(
  'design §3: the last administrator is kept by %s, whoever asks',
  async (path) => {
    await serviceRole().from('profiles').update({ is_admin: false }).neq('id', chief.id);
    const flag = { method: 'PATCH', token: chief.token, body: { isAdmin: false } } as const;
    expect(await call(`${path}/${chief.id}/admin`, flag)).toMatchObject({
      status: 409,
      body: { message: 'The last administrator cannot be demoted', code: 'conflict' },
    });
    const users = await call('admin/users', { method: 'GET', token: chief.token });
    expect(users).toMatchObject({ status: 200 });
    const { data } = await serviceRole().from('admin_events').select('id').eq('actor_id', chief.id);
    expect(data).toEqual([]);
  },
);

/** What the wrapper refuses on every route, in the order in which it looks. */
async function refusesStrangers(route: Route, made: Made, { owner }: People): Promise<void> {
  const { method, open } = route.operation;
  if (!open) {
    const claims = { sub: owner.id, role: 'authenticated', aud: 'authenticated', exp: 4e9 };
    const tampered = tamper(bert.token, { sub: owner.id });
    for (const token of [undefined, 'garbage', forge(claims), tampered, supabase.publishableKey]) {
      await refuses(route, made, [401, 'not_signed_in'], token);
    }
    await refuses(route, made, [403, 'wrong_scope'], wrongScope);
  }
  if (route.isForAdministrators) {
    for (const { token } of [bert, demoted]) await refuses(route, made, [403, 'not_admin'], token);
  }
  if (method !== 'GET') {
    const elsewhere = { origin: 'https://evil.example' };
    await refuses(route, made, [403, 'cross_site'], owner.token, elsewhere);
  }
}

async function refusesNonsense(route: Route, made: Made, { owner }: People): Promise<void> {
  const { body, path } = route.operation;
  const { token } = owner;
  const hasUuid = /^\/(admin|app-passwords)\//.test(path);
  if (path.includes('{id}')) {
    await refuses(route, { ...made, path: { id: 'one' } }, [400, 'invalid_request'], token);
    const id = hasUuid ? randomUUID() : 999_999_999;
    await refuses(route, { ...made, path: { id } }, [404, 'not_found'], token);
  }
  if (path.includes('{name}')) {
    const long = { name: 'x'.repeat(201) };
    await refuses(route, { ...made, path: long }, [400, 'invalid_request'], token);
    await refuses(route, { ...made, path: { name: unique('No') } }, [404, 'not_found'], token);
  }
  if (!body) return;
  await refuses(route, { ...made, body: '[]' }, [400, 'invalid_request'], token);
  await refuses(route, { ...made, body: '{"title":' }, [400, 'invalid_json'], token);
  await refuses(route, { ...made, body: HUGE }, [413, 'too_large'], token);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await refuses(route, made, [415, 'unsupported_media_type'], token, form);
}

async function answersPeople(route: Route, contract: Contract, people: People): Promise<void> {
  const { open, success } = route.operation;
  const { owner, stranger, administrator } = people;
  const others = contract.stranger ?? success.status;
  const expected: (readonly [who: Actor | undefined, status: number])[] = [
    ...(open ? ([[undefined, success.status]] as const) : []),
    [stranger, route.isForAdministrators ? 403 : others],
    [administrator, route.isForAdministrators ? success.status : others],
    [owner, success.status],
  ];
  for (const [who, status] of expected) {
    const made = await contract.make(owner);
    const answer = await route.ask(made, who?.token);
    expect(answer.status, `${who?.username} ${JSON.stringify(answer.body)}`).toBe(status);
    if (status === success.status) {
      z.fromJSONSchema(success.answer).parse(answer.body);
      const isOwner = who === owner || route.isForAdministrators;
      if (made.shows) expect(JSON.stringify(answer.body).includes(made.shows)).toBe(isOwner);
    }
  }
}

async function refusesFullAccount(route: Route, contract: Contract, { owner }: People) {
  if (!contract.grows) return;
  const made = await contract.grows(owner);
  await fill(owner);
  await refuses(route, made, [507, 'account_full'], owner.token);
  await makeRoom(owner);
}

async function refusesTooMany(route: Route, contract: Contract, people: People): Promise<void> {
  const { limit } = contract;
  if (!limit) return;
  const owner = (await limit.caller?.()) ?? people.owner;
  const made = { body: limit.body(owner) };
  let last: Answer | undefined;
  for (let calls = 0; calls < limit.calls && last?.status !== 429; calls += 1) {
    last = await route.ask(made, owner.token);
    expect([limit.status, 429]).toContain(last.status);
  }
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(last && field(last, 'message')).toMatch(/try again in \d+ (second|minute)s?/);
}

test.each(Object.entries(all))(
  'spec §7 %s: success and every error, as nobody, owner, another user and administrator',
  async (name, contract) => {
    const operation = documented.find(({ method, path }) => `${method} ${path}` === name);
    if (!operation) throw new Error(`${name} is not documented`);
    const route = new Route(operation);
    const people = contract.needsFreshActors
      ? {
          owner: await actor('owner'),
          stranger: await actor('stranger'),
          administrator: await actor('administrator', { admin: true }),
        }
      : {
          owner: route.isForAdministrators ? chief : anna,
          stranger: bert,
          administrator: chief,
        };
    const { owner } = people;
    const made = await contract.make(owner);
    await refusesStrangers(route, made, people);
    await refusesNonsense(route, made, people);
    for (const { status, code, says = '', ...change } of (await contract.refused?.(owner)) ?? []) {
      const answer = await refuses(route, { ...made, ...change }, [status, code], owner.token);
      expect(field(answer, 'message')).toContain(says);
    }
    await refusesFullAccount(route, contract, people);
    await answersPeople(route, contract, people);
    await refusesTooMany(route, contract, people);
    // What the document says that can happen was seen to happen, and nothing else.
    expect([...route.seen].toSorted((one, other) => one - other)).toEqual(operation.refusals);
  },
  60_000,
);
