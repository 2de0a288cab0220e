import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { readEnvironment } from './environment.ts';
import { isSigningKey } from '../tokens/signing-key.ts';
import { createSetupCode, loadSecrets } from './secrets.ts';

const parent = mkdtempSync(join(tmpdir(), 'almanac-folder-'));
const path = join(parent, 'data');
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

afterEach(() => rmSync(path, { recursive: true, force: true }));
afterAll(() => rmSync(parent, { recursive: true }));

/** Tries to open the folder in another process; resolves to what it said. */
function openElsewhere(): string {
  const script = `import('${join(import.meta.dirname, 'data-folder.ts')}')
    .then(({ openDataFolder }) => { openDataFolder(${JSON.stringify(path)}); console.log('open'); })
    .catch((error) => console.log(error.message));`;
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout.trim();
}

test('design §1: one stack a data folder; the lock ends with its holder', () => {
  const folder = openDataFolder(path);
  expect(openElsewhere()).toBe(`Almanac is already running on ${path} (process ${process.pid})`);
  folder[Symbol.dispose]();
  // The other process ends without releasing.
  expect(openElsewhere()).toBe('open');
  expect(openElsewhere()).toBe('open');
});

test('design §1: the data folder is for its owner alone', () => {
  openDataFolder(path)[Symbol.dispose]();
  expect(mode(path)).toBe('700');
  chmodSync(path, 0o755);
  openDataFolder(path)[Symbol.dispose]();
  expect(mode(path)).toBe('700');
});

test('design §1: a folder that cannot be made is named', () => {
  const file = join(parent, 'file');
  writeFileSync(file, '');
  expect(() => openDataFolder(join(file, 'data'))).toThrow(`DATA_DIR ${file}/data cannot be used`);
});

test('design §1: secrets are made once, mode 0600, different everywhere, and never replaced', async () => {
  openDataFolder(path)[Symbol.dispose]();
  const first = await loadSecrets(path);
  const file = join(path, 'secrets.json');
  expect(mode(file)).toBe('600');
  expect(await loadSecrets(path)).toEqual(first);
  expect(first.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(Buffer.from(first.mailEncryptionKey, 'base64')).toHaveLength(32);
  expect(isSigningKey(first.signingKey)).toBe(true);
  expect(new Set(Object.values(first)).size).toBe(6);
  writeFileSync(file, '{"jwtSecret":"short"}');
  await expect(loadSecrets(path)).rejects.toThrow(`${file} is damaged`);
  expect(readFileSync(file, 'utf8')).toBe('{"jwtSecret":"short"}');
});

test('design §1: an installation of before has a signing key made for it, once, and keeps the rest', async () => {
  openDataFolder(path)[Symbol.dispose]();
  const { signingKey: _, ...old } = await loadSecrets(path);
  const file = join(path, 'secrets.json');
  writeFileSync(file, JSON.stringify(old));
  const now = await loadSecrets(path);
  expect(now).toMatchObject(old);
  expect(isSigningKey(now.signingKey)).toBe(true);
  expect(mode(file)).toBe('600');
  expect(await loadSecrets(path)).toEqual(now);
  writeFileSync(file, JSON.stringify({ ...now, signingKey: 'AAAA' }));
  await expect(loadSecrets(path)).rejects.toThrow(`${file} is damaged`);
});

test('design §1: PORT, HOST and DATA_DIR have defaults and say what they must be', () => {
  expect(readEnvironment({ PORT: '' })).toMatchObject({ port: 3000, host: '127.0.0.1' });
  expect(readEnvironment({ DATA_DIR: '/x', PORT: '0' })).toMatchObject({ port: 0, dataDir: '/x' });
  for (const port of ['abc', '-1', '65536', '3000 ', '1e3']) {
    expect(() => readEnvironment({ PORT: port })).toThrow(
      `PORT must be a number from 0 to 65535, not "${port}"`,
    );
  }
  expect(() => readEnvironment({ HOST: 'a b' })).toThrow('HOST must be');
});

test('design §4: a setup code has 80 random bits in letters that can be told apart', () => {
  const codes = Array.from({ length: 100 }, createSetupCode);
  expect(new Set(codes).size).toBe(100);
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
});
