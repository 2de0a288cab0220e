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

test('design §7: the front page is there for whoever does not ask for a page, such as curl', async () => {
  const front = await fetch(`${origin}/`, { headers: { accept: '*/*' } });
  expect([front.status, await front.text()]).toEqual([200, '<!doctype html><div id="root"></div>']);
  const head = await fetch(`${origin}/`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await fetch(`${origin}/`, { method: 'POST' })).status).toBe(404);
});

test('design §7: what a build leaves in folders and files with a dot is not served', async () => {
  for (const path of ['/.vite/manifest.json', '/%2Evite/manifest.json', '/assets/.hidden.js']) {
    for (const accept of ['*/*', 'text/html']) {
      expect((await fetch(`${origin}${path}`, { headers: { accept } })).status, path).toBe(404);
    }
  }
});

test('design §7: a new build is served without a restart', async () => {
  const changed = '<!doctype html><p>another';
  await writeFile(join(folder, 'index.html'), changed);
  await utimes(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toBe(changed);
});

test('design §7: a chunk that a build writes after its page is served', async () => {
  const late = () => fetch(`${origin}/assets/late-3c4d.js`);
  expect((await late()).status).toBe(404);
  await writeFile(join(folder, 'assets/late-3c4d.js'), 'later()');
  expect(await (await late()).text()).toBe('later()');
});
