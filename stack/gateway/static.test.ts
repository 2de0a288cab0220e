import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './testing.ts';

let gateway: TestGateway;
let origin = '';
let folder = '';

beforeAll(async () => {
  gateway = await startTestGateway();
  ({ origin, dist: folder } = gateway);
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'assets/.hidden.js'), '{}');
});

afterAll(() => gateway.stop());

test('design §1: the front page is there for whoever does not ask for a page, such as curl', async () => {
  const front = await fetch(`${origin}/`, { headers: { accept: '*/*' } });
  expect([front.status, await front.text()]).toEqual([200, '<!doctype html><div id="root"></div>']);
  const head = await fetch(`${origin}/`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await fetch(`${origin}/`, { method: 'POST' })).status).toBe(404);
});

test('design §1: what a build leaves in folders and files with a dot is not served', async () => {
  for (const path of ['/.vite/manifest.json', '/%2Evite/manifest.json', '/assets/.hidden.js']) {
    for (const accept of ['*/*', 'text/html']) {
      expect((await fetch(`${origin}${path}`, { headers: { accept } })).status, path).toBe(404);
    }
  }
});

test('design §1: a new build is served without a restart', async () => {
  const changed = '<!doctype html><p>another';
  await writeFile(join(folder, 'index.html'), changed);
  await utimes(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toBe(changed);
});

test('design §1: a chunk that a build writes after its page is served', async () => {
  const late = () => fetch(`${origin}/assets/late-3c4d.js`);
  expect((await late()).status).toBe(404);
  await writeFile(join(folder, 'assets/late-3c4d.js'), 'later()');
  expect(await (await late()).text()).toBe('later()');
});

test('design §5: the service worker may keep the files of the app, is asked for each time, and is a new one with a new build', async () => {
  const read = () => fetch(`${origin}/service-worker.js`);
  await writeFile(join(folder, 'service-worker.js'), 'first()');
  const { headers } = await read();
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  );
  // By default it is for all that lies beside it and below: the whole site.
  expect(headers.get('service-worker-allowed')).toBeNull();

  // Nobody opens a page by the network: only the worker is asked for.
  await writeFile(join(folder, 'service-worker.js'), 'second()');
  await utimes(join(folder, 'service-worker.js'), new Date(), new Date(Date.now() + 10_000));
  expect(await (await read()).text()).toBe('second()');
});
