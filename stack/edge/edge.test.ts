import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { isAlive, waitUntil } from '../processes/alive.ts';
import { generateSigningKey, readSigningKey } from '../tokens/signing-key.ts';
import { startEdge, type EdgeContext, type EdgeService } from './edge.ts';
import { mergeImports } from './functions.ts';

const FUNCTIONS = {
  'echo/index.ts': `import { greeting } from 'words';
    Deno.serve(async (request) => Response.json({
      greeting,
      path: new URL(request.url).pathname + new URL(request.url).search,
      body: await request.text(),
      address: request.headers.get('x-forwarded-for'),
      proto: request.headers.get('x-forwarded-proto'),
      host: request.headers.get('x-forwarded-host'),
      secret: request.headers.get('x-almanac-edge'),
      url: Deno.env.get('SUPABASE_URL'),
      site: Deno.env.get('SITE_URL'),
      path_variable: Deno.env.get('HOME') ?? null,
    }));`,
  'echo/deno.json': '{"imports":{"words":"../_shared/words.ts"}}',
  '_shared/words.ts': `export const greeting = 'good morning';`,
  'broken/index.ts': `throw new Error('does not load');`,
  'options/index.ts': `Deno.serve({ port: 8000 }, (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/throw')) throw new Error('inside');
      if (pathname.endsWith('/forget')) void Promise.reject(new Error('forgotten'));
      if (pathname.endsWith('/hang')) return new Promise(() => {});
      if (pathname.endsWith('/read')) return Deno.readTextFile('/etc/hostname').then((t) => new Response(t));
      if (pathname.endsWith('/write')) return Deno.writeTextFile('./x', '').then(() => new Response('x'));
      return new Response('fine');
    });`,
  'off/index.ts': `Deno.serve(() => new Response('never'));`,
};

let projectRoot = '';
let edge: EdgeService;
const lines: string[] = [];
let heard: (line: string) => void = () => undefined;

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://localhost/functions/v1/${path}`, init);
  return edge.fetch(request, { address: '10.1.2.3', secure: false });
}

beforeAll(async () => {
  projectRoot = await mkdtemp(join(tmpdir(), 'almanac-edge-'));
  const folder = join(projectRoot, 'supabase/functions');
  for (const [name, text] of Object.entries(FUNCTIONS)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const config = parseConfig(
    '[functions.echo]\nverify_jwt=false\n[functions.options]\nverify_jwt=true\n[functions.off]\nenabled=false\n[functions.broken]\nverify_jwt=false',
  );
  const context: EdgeContext = {
    config,
    projectRoot,
    dataDir: join(projectRoot, '.data'),
    jwtSecret: 'j'.repeat(40),
    signingKey: readSigningKey(generateSigningKey()),
    publishableKey: 'sb_publishable_test',
    secretKey: 'sb_secret_test',
    mailEncryptionKey: '',
    publicUrl: 'http://localhost:3000',
    log(level, message, fields) {
      const line = `${level} ${message} ${JSON.stringify(fields)}`;
      lines.push(line);
      heard(line);
    },
  };
  edge = await startEdge(context, {
    internalUrl: 'http://127.0.0.1:3000',
    settings: { SITE_URL: 'https://almanac.example' },
    timeLimit: 1500,
  });
});

afterAll(async () => {
  await edge.close();
  await rm(projectRoot, { recursive: true, force: true });
});

const apikey = { apikey: 'sb_publishable_test' };

test('design §1: a function sees its path, its body, the client and the Supabase environment only', async () => {
  const answer = await call('echo/deep/path?a=1', {
    method: 'POST',
    body: 'hello',
    headers: {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
    },
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    greeting: 'good morning',
    path: '/echo/deep/path?a=1',
    body: 'hello',
    address: '10.1.2.3',
    proto: 'http',
    host: 'localhost',
    secret: null,
    url: 'http://127.0.0.1:3000',
    site: 'https://almanac.example',
    path_variable: null,
  });
});

test('design §1: verify_jwt is enforced before the function', async () => {
  expect((await call('options')).status).toBe(401);
  const forged = { ...apikey, authorization: 'Bearer e30.e30.e30' };
  expect((await call('options', { headers: forged })).status).toBe(401);
  expect(await (await call('options', { headers: apikey })).text()).toBe('fine');
});

test('design §1: unknown, disabled and broken functions answer with a message', async () => {
  for (const [name, status] of [
    ['none', 404],
    ['off', 404],
    ['_shared', 404],
    ['..', 404],
    ['broken', 503],
  ] as const) {
    const answer = await call(name);
    expect([name, answer.status]).toEqual([name, status]);
    expect(await answer.json()).toEqual({
      message: expect.any(String),
      code: expect.any(String),
    });
  }
  expect(lines.join('\n')).toContain('function broken cannot be loaded');
});

test('design §1: what one function does wrong does not reach its neighbours', async () => {
  const before = edge.processId();
  const thrown = await call('options/throw', { headers: apikey });
  expect(thrown.status).toBe(500);
  expect(await thrown.text()).not.toContain('inside');
  expect((await call('options/forget', { headers: apikey })).status).toBe(200);
  expect((await call('options/hang', { headers: apikey })).status).toBe(504);
  for (const forbidden of ['read', 'write']) {
    expect((await call(`options/${forbidden}`, { headers: apikey })).status).toBe(500);
  }
  expect((await call('echo')).status).toBe(200);
  expect(edge.processId()).toBe(before);
});

test('design §1: a dead Deno is started again', async () => {
  const before = edge.processId();
  if (before === undefined) throw new Error('Deno does not run');
  // Asked when its end is told: on a busy machine it answers again before one has looked.
  const asked = new Promise<Response>((resolve) => {
    heard = (line) => {
      if (line.includes('Deno ended and is started again')) resolve(call('echo'));
    };
  });
  process.kill(before, 'SIGKILL');
  const during = await asked;
  expect(during.status).toBe(503);
  expect(during.headers.get('retry-after')).toBe('1');
  expect(await waitUntil(() => edge.isUp(), 20_000)).toBe(true);
  expect((await call('echo')).status).toBe(200);
  expect(isAlive(before)).toBe(false);
});

test('design §1: functions that want different packages by one name are told so', async () => {
  const folder = join(projectRoot, 'supabase/functions');
  await writeFile(join(folder, 'options/deno.json'), '{"imports":{"words":"npm:words@1.0.0"}}');
  const both = ['echo', 'options'].map((name) => ({ name, url: '', verifyJwt: true }));
  await expect(mergeImports(folder, both)).rejects.toThrow(
    'supabase/functions/options/deno.json: "words" is npm:words@1.0.0 here',
  );
});
