import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signToken } from '../tokens/tokens.ts';
import { testSchema } from './test-schema.ts';
import { startTestRest, type TestRest } from './testing.ts';

let stack: TestRest;
beforeAll(async () => {
  stack = await startTestRest(testSchema);
});
afterAll(async () => stack.close());

const user = randomUUID();
const json = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as unknown,
});
const post = (path: string, body: unknown, bearer?: string) =>
  stack.call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    ...(bearer === undefined ? {} : { bearer }),
  });

test.each([
  ['23514', 400],
  ['P0001', 400],
  ['22023', 400],
  ['0A000', 400],
  ['23502', 400],
  ['23505', 409],
  ['23503', 409],
  ['42501', 403],
  ['28000', 403],
  ['0L000', 403],
  ['42883', 404],
  ['42P01', 404],
  ['25006', 405],
  ['P0002', 500],
  ['40001', 500],
  ['54000', 500],
  ['55P03', 500],
  ['57014', 500],
  ['XX000', 500],
  ['53200', 503],
  ['PT404', 404],
  ['PT409', 409],
])('design §1: SQLSTATE %s is answered with status %i and its own words', async (state, status) => {
  const answer = await json(await post('/rest/v1/rpc/fail', { state }, stack.token(user)));
  const words = { code: state, message: 'it failed', details: 'why', hint: 'try again' };
  expect(answer).toEqual({ status, body: words });
});

test('design §1: a function may write its whole answer (SQLSTATE PGRST)', async () => {
  const response = await post('/rest/v1/rpc/answer', {});
  expect(response.headers.get('x-pot')).toBe('yes');
  expect(await json(response)).toMatchObject({ status: 418, body: { code: 'teapot' } });
});

test.each([
  ['things', { title: 'forbidden' }, 400, '23514'],
  ['things', { title: null }, 400, '23502'],
  ['things', { title: 'x', folder_id: 999_999 }, 409, '23503'],
  ['things', { title: 'x', user_id: randomUUID() }, 403, '42501'],
  ['things', { title: 'x', moods: ['sad'] }, 400, '22P02'],
  ['things', { title: 'x', due: 'someday' }, 400, '22007'],
  ['things', { title: 'a\0b' }, 400, '22021'],
  ['things', { 'title\0': 'x' }, 400, 'PGRST204'],
  ['things', { nope: 1 }, 400, 'PGRST204'],
  ['vault', { secret: 'x' }, 403, '42501'],
])('design §1: writing %s %j is refused', async (table, row, status, code) => {
  const answer = await json(await post(`/rest/v1/${table}`, row, stack.token(user)));
  expect(answer).toMatchObject({ status, body: { code } });
});

test.each([
  ['done=eq.maybe', '22P02'],
  ['id=eq.abc', '22P02'],
  ['id=eq.1.5', '22P02'],
  ['limit=abc', 'PGRST100'],
  ['offset=1;drop', 'PGRST100'],
  ['nope=eq.1', '42703'],
  ['title=fits.x', 'PGRST100'],
  ['title=eq.a%00b', '22021'],
  ['title%00=eq.a', '22021'],
])('design §1: reading things?%s is refused with %s', async (search, code) => {
  const answer = await stack.call(`/rest/v1/things?${search}`, { bearer: stack.token(user) });
  expect(await json(answer)).toMatchObject({ status: 400, body: { code } });
});

test('design §4 limits: an answer that would not fit into the memory is given up, and only that', async () => {
  // More than there are connections, each of which comes back.
  for (let round = 0; round < 4; round += 1) {
    const asked = Array.from({ length: 3 }, async () =>
      json(await post('/rest/v1/rpc/long_text', { megabytes: 17 })),
    );
    for (const answer of await Promise.all(asked)) {
      expect(answer).toMatchObject({
        status: 413,
        body: { code: 'PT413', message: 'The answer is larger than 16 MB: ask for less at a time' },
      });
    }
  }
  expect((await post('/rest/v1/rpc/long_text', { megabytes: 10 })).status).toBe(200);
  expect(await json(await post('/rest/v1/rpc/add', { a: 1 }))).toEqual({ status: 200, body: 2 });
});

test('design §1: nobody is told 401 where a user is told 403', async () => {
  const answer = await stack.call('/rest/v1/vault');
  expect(await json(answer)).toMatchObject({ status: 401, body: { code: '42501' } });
});

test('design §1: tokens that are malformed, expired, forged, unsigned or of another role are refused', async () => {
  const now = Math.floor(Date.now() / 1000);
  const secret = stack.context.jwtSecret;
  const [header, payload] = stack.token(user).split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const cases: [string, number, string][] = [
    ['nonsense', 401, 'PGRST301'],
    ['a.b.c', 401, 'PGRST301'],
    [`${header}.${payload}.AAAA`, 401, 'PGRST301'],
    [`${none}.${payload}.`, 401, 'PGRST301'],
    [`${none}.${payload}.x`, 401, 'PGRST301'],
    [signToken({ role: 'service_role', exp: now + 60 }, 'another secret'), 401, 'PGRST301'],
    [signToken({ role: 'authenticated', sub: user, exp: now - 1 }, secret), 401, 'PGRST303'],
    [signToken({ role: 'postgres', exp: now + 60 }, secret), 403, '42501'],
    [signToken({ role: 'authenticator', exp: now + 60 }, secret), 403, '42501'],
    [signToken({ role: 'anon; set role postgres', exp: now + 60 }, secret), 403, '42501'],
  ];
  for (const [bearer, status, code] of cases) {
    const answer = await stack.call('/rest/v1/things', { bearer });
    expect({ bearer, ...(await json(answer)) }).toMatchObject({ bearer, status, body: { code } });
  }
  for (const apikey of [null, 'wrong', stack.context.jwtSecret]) {
    expect((await stack.call('/rest/v1/things', { apikey })).status).toBe(401);
  }
});

test('design §1: no function that a caller may call leads out of the API roles', async () => {
  for (const target of ['postgres', 'supabase_auth_admin', 'supabase_realtime_admin', 'none']) {
    const answer = await post('/rest/v1/rpc/escape', { target });
    const refused = { target, status: 401, body: { code: '42501' } };
    expect({ target, ...(await json(answer)) }).toMatchObject(refused);
  }
});

test('design §1: what a function leaves in its connection does not reach the next request', async () => {
  const own = { uid: user, role: 'authenticated' };
  for (let round = 0; round < 12; round += 1) {
    expect((await post('/rest/v1/rpc/leave', { session: true })).status).toBe(204);
    expect(await (await post('/rest/v1/rpc/request', {}, stack.token(user))).json()).toMatchObject(
      own,
    );
    expect(await (await post('/rest/v1/rpc/request', {})).json()).toMatchObject({ uid: null });
  }
});

test('design §1: what is revoked stays revoked, after requests and after a schema reload', async () => {
  const grants = async () =>
    (
      await stack.owner.query<{ grantee: string }>(
        `select grantee from information_schema.role_table_grants
         where table_name in ('vault', 'things') and grantee in ('anon', 'authenticated', 'service_role')
           and not (table_name = 'things' and grantee <> 'anon')`,
      )
    ).rows;
  await stack.rest.clearSchemaCache();
  for (const apikey of [stack.context.publishableKey, stack.context.secretKey]) {
    const answer = await stack.call('/rest/v1/vault', { apikey });
    expect([401, 403]).toContain(answer.status);
    expect(await answer.text()).not.toContain('the secret');
  }
  expect(await grants()).toEqual([]);
});

test('design §1: nothing of lite but /rest/v1 is reachable', async () => {
  const apikey = stack.context.secretKey;
  const paths = [
    '/',
    '/_system/info',
    '/_system/introspect',
    '/_system/config',
    '/static/x.js',
    '/auth/v1/health',
    '/auth/v1/otp',
    '/storage/v1/bucket',
    '/rest/v1/../../_system/info',
    '/rest/v1/%2e%2e/%2e%2e/_system/info',
    '/rest/v12/things',
    '//_system/info',
  ];
  for (const path of paths) {
    const answer = await stack.call(path, { apikey });
    expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    expect(await answer.text()).not.toContain(stack.context.database.password);
  }
  expect((await stack.call('/rest/v1/')).status).toBe(403);
  const root = await (await stack.call('/rest/v1/', { apikey })).text();
  expect(root).not.toMatch(/vault|things|password/);
});

test('design §1: unknown methods and undecodable paths are refused, preflights answered', async () => {
  expect((await stack.call('/rest/v1/things', { method: 'PURGE' })).status).toBe(405);
  expect((await stack.call('/rest/v1/%ff')).status).toBe(404);
  const headers = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'apikey,prefer',
  };
  const preflight = { method: 'OPTIONS', apikey: null, headers };
  const { status, headers: allowed } = await stack.call('/rest/v1/things', preflight);
  expect(status).toBe(204);
  expect(allowed.get('access-control-allow-headers')).toBe('apikey,prefer');
  expect((await stack.call('/rest/v1/things', { method: 'OPTIONS', apikey: null })).status).toBe(
    401,
  );
});

test('design §1: injected SQL is refused or finds nothing', async () => {
  const bearer = stack.token(user);
  const attacks = [
    'select=*,(select secret from vault)',
    'select=secret:vault(secret)',
    'select=title::text;drop table things',
    `select=title::"text); select secret from vault; --"`,
    `select=title->>'x' from vault--`,
    'order=title;select pg_sleep(5)',
    'order=(select secret from vault limit 1)',
    `title=eq.' or 1=1 --`,
    `title=in.(");select secret from vault;--")`,
    `"title" = '' or true --=eq.1`,
    `or=(title.eq.1) or 1=1 --`,
    'on_conflict=id) do update set title=(select secret from vault)',
    'limit=1 union select secret from vault',
    `body->>'a') = '' or ('1=eq.1`,
  ];
  await stack.owner.query(
    `insert into public.things (user_id, title) values ('${randomUUID()}', 'a stranger''s')`,
  );
  for (const attack of attacks) {
    const answer = await stack.call(`/rest/v1/things?${encodeURI(attack)}`, { bearer });
    const text = await answer.text();
    expect(`${attack}: ${answer.status}`).not.toMatch(/ 50[1-9]$/);
    expect(text).not.toMatch(/the secret|a stranger's/);
  }
  const { rows } = await stack.owner.query('select secret from public.vault');
  expect(rows).toEqual([{ secret: 'the secret' }]);
  expect((await stack.call('/rest/v1/things', { bearer })).status).toBe(200);
});

test('design §1: a query that takes longer than the role may is ended', async () => {
  await stack.owner.query(`alter role anon set statement_timeout = '200ms'`);
  await stack.rest.clearSchemaCache();
  const answer = await json(await post('/rest/v1/rpc/slow', { seconds: 5 }));
  expect(answer).toMatchObject({ status: 500, body: { code: '57014' } });

  // A function's own time-out takes the place of the role's, as with PostgREST.
  await stack.owner.query(`alter function public.slow set statement_timeout = '5s'`);
  await stack.rest.clearSchemaCache();
  expect((await post('/rest/v1/rpc/slow', { seconds: 0.5 })).status).toBeLessThan(300);
  await stack.owner.query(`alter role anon set statement_timeout = '3s'`);
  await stack.owner.query(`alter function public.slow reset statement_timeout`);
  await stack.rest.clearSchemaCache();
});
