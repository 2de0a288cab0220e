import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const secretsSchema = z.object({ publishableKey: z.string() });

// As on a machine without a checkout: the Node of the system, and no NODE_ENV of a test runner.
const { NODE_ENV: _, ...inherited } = process.env;
const path = (inherited.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
const environment = { ...inherited, PATH: path };

let folder = '';
let tarball = '';
let almanac = '';
const children: ChildProcess[] = [];

async function install(prefix: string, options: string[]): Promise<string> {
  const args = ['install', '--global', '--prefix', prefix, ...options, tarball];
  await run('npm', args, { env: environment });
  return join(prefix, 'bin/almanac');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-pack-'));
  // An ordinary user reads the program, too.
  await chmod(folder, 0o755);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
  });
  const [packed] = z.array(z.object({ filename: z.string() })).parse(JSON.parse(stdout));
  tarball = join(folder, packed?.filename ?? '');
  almanac = await install(join(folder, 'prefix'), []);
}, 300_000);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

type User = { uid: number; gid: number };

async function packedVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

type Start = { dataDir: string; command?: string; user?: User | undefined; path?: string };

async function start({ dataDir, command = almanac, user, path: PATH = path }: Start) {
  const child = spawn(command, [], {
    cwd: '/',
    env: { ...environment, PATH, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  children.push(child);
  const output = { stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const url = await new Promise<string>((found, failed) => {
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const [, ready] = /^ready (\S+)$/m.exec(stdout) ?? [];
      if (ready) found(ready);
    });
    void ended.then((code) => failed(new Error(`exit code ${code}: ${output.stderr}`)));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, output, stop };
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect([url, answer.ok, answer.status >= 400 ? await answer.clone().text() : '']).toEqual([
    url,
    true,
    '',
  ]);
  return answer;
}

/** Registers by the function, signs in by the API and adds a task; the session's cookies. */
async function useIt(url: string, dataDir: string): Promise<string> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const { publishableKey } = secretsSchema.parse(secrets);
  const anna = { username: 'anna', password: 'Secret-12345' };
  await post(`${url}/functions/v1/account/register`, anna, { apikey: publishableKey });
  const cookie = await signIn(url);
  await post(`${url}/api/tasks`, { title: 'Buy milk' }, { cookie });
  return cookie;
}

async function signIn(url: string): Promise<string> {
  const answer = await post(`${url}/api/auth/login`, {
    username: 'anna',
    password: 'Secret-12345',
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

async function titles(url: string, cookie: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/tasks`, { headers: { cookie } });
  return z
    .array(z.object({ title: z.string() }))
    .parse(await answer.json())
    .map(({ title }) => title);
}

test('design §1: the installed command starts a whole Almanac, with the web app, and stops in order', async () => {
  const dataDir = join(folder, 'data');
  const { url, output, stop } = await start({ dataDir });
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
    version: await packedVersion(),
  });
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(new URL(script ?? '', url))).status).toBe(200);

  const cookie = await useIt(url, dataDir);
  expect(await titles(url, cookie)).toEqual(['Buy milk']);

  // While it runs, and then into another folder.
  const file = join(folder, 'anna.backup');
  await run(almanac, ['backup', file], { env: { ...environment, DATA_DIR: dataDir } });
  expect(await stop()).toBe(0);
  expect(output.stderr).not.toMatch(/ (warn|error) /);

  const restored = join(folder, 'restored');
  await run(almanac, ['restore', file], { env: { ...environment, DATA_DIR: restored } });
  const again = await start({ dataDir: restored });
  expect(await titles(again.url, await signIn(again.url))).toEqual(['Buy milk']);
  await run(almanac, ['admin', 'grant', 'anna'], {
    env: { ...environment, DATA_DIR: restored, PORT: new URL(again.url).port },
  });
  expect(await again.stop()).toBe(0);
});

test('design §1: an ordinary user starts what root has installed', async () => {
  const home = join(folder, 'home');
  await mkdir(home);
  // Who is not root is that user.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  if (nobody) await chown(home, nobody.uid, nobody.gid);
  const dataDir = join(home, '.local/share/almanac');
  const { url, stop } = await start({ dataDir, user: nobody });
  expect(await titles(url, await useIt(url, dataDir))).toEqual(['Buy milk']);
  expect(await stop()).toBe(0);
});

test('design §1: what npm has installed without running scripts starts under a Node from 24 on', async () => {
  const command = await install(join(folder, 'without-scripts'), ['--ignore-scripts']);
  const dataDir = join(folder, 'data-without-scripts');
  const newNode = [dirname(process.execPath), path].join(delimiter);
  const { url, stop } = await start({ dataDir, command, path: newNode });
  expect(await titles(url, await useIt(url, dataDir))).toEqual(['Buy milk']);
  expect(await stop()).toBe(0);
});

test('design §1: the installed command says its version, its commands and what it does not know', async () => {
  const said = await run(almanac, ['--version'], { env: environment });
  expect(said.stdout).toBe(`${await packedVersion()}\n`);
  expect((await run(almanac, ['--help'], { env: environment })).stdout).toContain('almanac backup');
  await expect(run(almanac, ['admin'], { env: environment })).rejects.toThrow(
    /^ {2}almanac admin grant NAME/m,
  );
  await expect(run(almanac, ['bakcup'], { env: environment })).rejects.toThrow(
    'there is no command "bakcup"',
  );
});
