import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const SECRET = JSON.stringify({ jwtSecret: 'a secret of the installation' });
// As it stands, within a string, and in a data URL.
const LEAKS = [SECRET, JSON.stringify(SECRET).slice(1, -1), btoa(SECRET).slice(0, 40)];

let server: ViteDevServer;
let port = 0;
/** Folders of a running stack: beside the sources, and, by DATA_DIR, among them. */
const folders: string[] = [];
const files: string[] = [];

beforeAll(async () => {
  for (const parent of ['.', 'web', 'web/src']) {
    const folder = await mkdtemp(join(ROOT, parent, '.dev-server-test-'));
    folders.push(folder);
    await mkdir(join(folder, '.data'));
    for (const name of ['.data/secrets.json', '.data/anything.txt', 'secrets.json', 'server.pem']) {
      files.push(join(folder, name));
      await writeFile(join(folder, name), SECRET);
    }
  }
  server = await createServer({
    configFile: join(ROOT, 'web/vite.config.ts'),
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  await server.listen();
  const address = server.httpServer?.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

afterAll(async () => {
  await server.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Without fetch, which would tidy the path up. */
function ask(path: string): Promise<{ status: number; body: string }> {
  return new Promise((answered, failed) => {
    // Not as a page: what is none would be answered with the app.
    const headers = { accept: '*/*' };
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      text(response).then((body) => answered({ status: response.statusCode ?? 0, body }), failed);
    })
      .on('error', failed)
      .end();
  });
}

const QUERIES = [
  '',
  '?raw',
  '?url',
  '?import&raw',
  '?inline',
  '?import',
  '?raw??',
  '?import&raw??',
  '?import&?inline=1.wasm?init',
  '?worker&url',
  '?.svg?.wasm?init',
  '?url&inline&import',
  '?html-proxy&index=0.js',
  '?commonjs-proxy',
  '#/../x',
];

test('design §4 development server: nothing of a data folder is served, however it is asked for', async () => {
  for (const [index, file] of files.entries()) {
    // Everything for one file, the plain ways for the others.
    const queries = index === 0 ? QUERIES : QUERIES.slice(0, 4);
    const fromWeb = relative(join(ROOT, 'web'), file);
    const spellings = [
      `/@fs${file}`,
      `/@fs/${file}`,
      `/@fs${file.replaceAll('.data', '%2Edata')}`,
      `/@fs${file.replaceAll('/', '%2f')}`,
      `/@fs${join(ROOT, 'web')}/../${relative(ROOT, file)}`,
      `/@fs${join(ROOT, 'web')}/%2e%2e/${relative(ROOT, file)}`,
      `/@fs${file.replace('secrets.json', 'Secrets.JSON')}`,
      `/@id/${file}`,
      `/@id/__x00__${file}`,
      `/${fromWeb}`,
      `/${fromWeb.replaceAll('../', '%2e%2e/')}`,
      `//${file}`,
      `/x/y/../../${fromWeb}`,
      file,
    ];
    const targets = spellings.flatMap((path) => queries.map((query) => `${path}${query}`));
    const answers = await Promise.all(targets.map(async (target) => (await ask(target)).body));
    const leaking = targets.filter((_, n) => LEAKS.some((leak) => answers[n]?.includes(leak)));
    expect(leaking).toEqual([]);
  }
}, 60_000);

test('design §4 development server: what the web app is made of is served', async () => {
  for (const path of [
    '/',
    '/src/main.tsx',
    `/@fs${ROOT}/supabase/functions/_shared/domain/task.ts`,
    `/@fs${ROOT}/node_modules/clsx/package.json`,
  ]) {
    expect((await ask(path)).status, path).toBe(200);
  }
  for (const path of ['package.json', 'stack/main.ts', 'supabase/config.toml']) {
    expect((await ask(`/@fs${ROOT}/${path}`)).status, path).toBe(403);
  }
});

test('design §5: while developing there is no service worker, which would keep old sources', async () => {
  // What is no file is the page, which no browser takes for a worker.
  expect((await ask('/service-worker.js')).body).toMatch(/^<!doctype html>/i);
});
