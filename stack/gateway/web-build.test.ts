import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '../processes/alive.ts';
import { ensureWebBuild } from './web-build.ts';

let project = '';
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'almanac-web-build-'));
  // Vite keeps there what it made of its configuration.
  for (const name of ['web', 'node_modules']) await mkdir(join(project, name));
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** A project whose build says in `build.pid` that it has begun, and has a file in its draft then. */
const ENDLESS = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  const draft = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(draft, { recursive: true });
  writeFileSync(draft + '/half', '');
  writeFileSync('build.pid', String(process.pid));
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  export default {};
`;

test('design §1: a start that fails while the web app is built ends the build and leaves no draft', async () => {
  await writeFile(join(project, 'web/vite.config.ts'), ENDLESS);
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  const lines: string[] = [];
  const ending = new AbortController();
  const dist = join(project, 'web/dist');
  const built = ensureWebBuild(
    project,
    dist,
    (_level, message) => void lines.push(message),
    ending.signal,
  );
  const readId = () => readFile(join(project, 'build.pid'), 'utf8').then(Number, () => 0);
  await expect.poll(readId).toBeGreaterThan(0);
  const id = await readId();
  expect(isAlive(id)).toBe(true);

  ending.abort();
  await built;
  expect(isAlive(id)).toBe(false);
  expect((await readdir(join(project, 'web'))).toSorted()).toEqual(['vite.config.ts']);
  expect(lines).toEqual([]);
});
