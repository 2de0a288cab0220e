import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, bearer, nobody, type Actor } from '../support/actors.ts';
import { connect } from '../support/database.ts';
import { listen } from '../support/realtime-listener.ts';
import { succeeded } from '../support/outcomes.ts';
import { enrol } from '../support/second-step.ts';
import { ownTables, userCalls } from '../support/tables.ts';
import { tamper } from '../support/tokens.ts';
import { call } from '../functions/support/call.ts';

// What the password alone opens of somebody with a second step: nothing, by any door. The doors are
// read from the catalogue and from the code, and each is open to who has taken both steps.

let database: Client;
let anna: Actor;
let factorId: string;
/** Of both steps, of the password alone, and of a session that ended when the second step came. */
let full: string;
let first: string;
let before: string;

beforeAll(async () => {
  database = await connect();
  anna = await actor('anna', { admin: true });
  for (const { table, row } of ownTables)
    succeeded(await anna.client.from(table).insert(row).select('uid'));
  before = anna.token;
  ({ factorId, token: full } = await enrol(anna));
  const { data, error } = await nobody().auth.signInWithPassword({
    email: usernameToEmail(anna.username),
    password: anna.password,
  });
  if (error) throw error;
  first = data.session.access_token;
});

async function names(sql: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(sql);
  return rows.map(({ name }) => name);
}

/** The relations that signed-in people have such a right on, if only on some of their columns. */
const relations = (right: 'select' | 'insert' | 'update') =>
  names(`
    select c.relname as name from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_any_column_privilege('authenticated', c.oid, '${right}')
    order by 1`);

test('design §4 second step: by the password alone no table and no view shows a row', async () => {
  const readable = await relations('select');
  expect(readable).toEqual(expect.arrayContaining(['profiles', 'tasks', 'api_tasks']));
  for (const name of readable) {
    for (const token of [first, before])
      expect(succeeded(await bearer(token).from(name).select()), name).toEqual([]);
    expect(succeeded(await bearer(full).from(name).select()), name).not.toEqual([]);
  }
});

test('design §4 second step: by the password alone no table takes a row or a change', async () => {
  for (const name of await relations('insert')) {
    const given = ownTables.find(({ table }) => table === name);
    const row = given?.change ?? { username: 'x' };
    for (const token of [first, before])
      expect((await bearer(token).from(name).insert(row)).status, name).toBe(403);
    if (given) succeeded(await bearer(full).from(name).insert(row).select('uid'));
  }
  const changeable = await relations('update');
  expect(changeable).toEqual(expect.arrayContaining(['profiles', 'tasks']));
  for (const name of changeable) {
    const given = ownTables.find(({ table }) => table === name);
    const column = name === 'profiles' ? 'id' : 'user_id';
    const change = async (token: string) => {
      const asked = bearer(token)
        .from(name)
        .update(given?.change ?? { theme: 'dark' });
      return (await asked.eq(column, anna.id).select(column).limit(1)).data ?? [];
    };
    // Refused, or nothing found that could be changed.
    for (const token of [first, before]) expect(await change(token), name).toEqual([]);
    if (name !== 'categories') expect(await change(full), name).not.toEqual([]);
  }
});

test('design §4 second step: by the password alone every call is refused or shows nothing', async () => {
  const calls = await names(`
    select p.proname as name from pg_proc as p
    where p.pronamespace = 'public'::regnamespace
      and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`);
  expect(calls).toContain('push_changes');
  // The one that says which step is missing.
  for (const name of calls.filter((one) => one !== 'needs_second_step')) {
    const args = userCalls.find((one) => one.name === name)?.args;
    if (!args) throw new Error(`What is ${name} called with?`);
    for (const token of [first, before]) {
      const answer = await bearer(token).rpc(name, args);
      if (answer.error) expect(answer.error.code, name).toBe('PT403');
      else expect([[], { rows: [], next: null }], name).toContainEqual(answer.data);
    }
    expect((await bearer(full).rpc(name, args)).error?.code, name).not.toBe('PT403');
  }
  expect(succeeded(await bearer(first).rpc('needs_second_step'))).toBe(true);
  expect(succeeded(await bearer(full).rpc('needs_second_step'))).toBe(false);
});

test('design §4 second step: by the password alone nothing is received live', async () => {
  const { rows } = await database.query<{ rule: string }>(`
    select pg_get_expr(p.polqual, p.polrelid) as rule from pg_policy as p
    where p.polrelid = 'realtime.messages'::regclass and p.polpermissive`);
  const topics = rows.map(({ rule }) => {
    const [, topic = ''] = /topic = \(?'([^']+)'/.exec(rule) ?? [];
    return topic.endsWith(':') ? topic + anna.id : topic;
  });
  expect(topics.toSorted()).toEqual(['admin', `user:${anna.id}`]);
  for (const topic of topics) {
    for (const token of [first, before])
      await expect(listen(bearer(token), topic)).rejects.toThrow(/permission|does not exist/);
    await listen(bearer(full), topic);
  }
});

const FUNCTIONS = join(import.meta.dirname, '../../supabase/functions');
/** Where the routes lie whose paths the code puts together: `/api`'s description has them. */
const COMPOSED = ['api/list.ts', 'api/resource.ts'];
/** Where those of a folder are mounted. */
const MOUNTS: Record<string, string[]> = {
  account: ['account', 'api', 'api/auth'],
  admin: ['admin', 'api/admin'],
  api: ['api'],
};

async function routesInCode() {
  const files = await readdir(FUNCTIONS, { recursive: true });
  const routes: { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; mounts: string[] }[] =
    [];
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.includes('.test.'))) {
    if (COMPOSED.includes(file)) continue;
    const text = await readFile(join(FUNCTIONS, file), 'utf8');
    const found = text.matchAll(
      /method(?:: '(GET|POST|PATCH|DELETE)')?,\s+path: '\/([^']+)',\s+access: '(?:user|admin|program)'/g,
    );
    // One that is made for several methods is tried with the one that the web app uses.
    const here = [...found].map(([, method = 'PATCH', path = '']) => ({
      method: method as 'GET',
      path: path.replaceAll(/:\w+/g, '1'),
      mounts: MOUNTS[file.replace('_shared/', '').split('/')[0] ?? ''] ?? [],
    }));
    expect(here, file).toHaveLength(text.match(/access: '(user|admin|program)'/g)?.length ?? 0);
    routes.push(...here);
  }
  return routes;
}

test('design §4 second step: by the password alone every route for people is refused, wherever it is', async () => {
  const routes = await routesInCode();
  expect(routes.length).toBeGreaterThan(30);
  await Promise.all(
    routes.map(async ({ method, path, mounts }) => {
      const codes: unknown[] = [];
      for (const mount of mounts) {
        const ask = { method, ...(method !== 'GET' && { body: {} }) };
        const answer = await call(`${mount}/${path}`, { ...ask, token: first });
        const code: unknown = Reflect.get(Object(answer.body), 'code');
        if (code === 'unknown_route' || code === 'method_not_allowed') continue;
        expect(answer.status, `${mount}/${path}`).toBe(403);
        codes.push(code);
        const ended = await call(`${mount}/${path}`, { ...ask, token: before });
        expect([401, 403], `${mount}/${path}`).toContain(ended.status);
      }
      expect(new Set(codes), path).toEqual(new Set(['second_step_required']));
    }),
  );
});

test('design §4 second step: neither the password nor a token of it opens DAV', async () => {
  const basic = (password: string) =>
    `Basic ${Buffer.from(`${anna.username}:${password}`).toString('base64')}`;
  const text = await readFile(join(FUNCTIONS, '_shared/dav/handler.ts'), 'utf8');
  const [, list = ''] = /METHODS =\s+'([^']+)'/.exec(text) ?? [];
  const methods = list.split(', ').filter((one) => one !== 'OPTIONS');
  expect(methods).toEqual(expect.arrayContaining(['GET', 'PUT', 'PROPFIND', 'REPORT']));
  for (const method of methods) {
    for (const authorization of [basic(anna.password), basic(first), `Bearer ${first}`]) {
      const headers = { authorization, 'x-http-method-override': method };
      const answer = await call('dav/', { body: '', headers });
      expect(answer.status, `${method} ${authorization.slice(0, 6)}`).toBe(401);
    }
  }
});

test('design §4 second step: the password alone changes neither account nor factors', async () => {
  const { client } = await signedIn();
  const { auth } = client;
  for (const answer of [
    await auth.updateUser({ password: 'another horse', current_password: anna.password }),
    await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
    await auth.mfa.unenroll({ factorId }),
  ])
    expect(answer.error?.code).toBe('insufficient_aal');
  const email = await auth.updateUser({ email: 'another@example.com' });
  expect(email.error?.code).toMatch(/^(insufficient_aal|feature_disabled)$/);
  // A level that somebody made up is no level.
  const raised = bearer(tamper(first, { aal: 'aal2' }));
  expect((await raised.from('tasks').select()).status).toBe(401);
});

async function signedIn() {
  const client = nobody();
  const email = usernameToEmail(anna.username);
  const { error } = await client.auth.signInWithPassword({ email, password: anna.password });
  if (error) throw error;
  return { client };
}
