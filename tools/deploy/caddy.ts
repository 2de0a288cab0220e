import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const PLACES = ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'];

function findCaddy(): string | undefined {
  return [process.env.CADDY_PATH ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** Debian's package; on other systems install Caddy by hand. */
function installCaddy(): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'caddy'],
  ]) {
    const [command = '', ...rest] = [...sudo, ...args];
    execFileSync(command, rest, { stdio: 'inherit' });
  }
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  const address = server.address();
  await new Promise<void>((closed) => {
    server.close(() => closed());
  });
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

/** Whether a server answers there, with any certificate. */
function answers(url: string): Promise<boolean> {
  return new Promise((done) => {
    request(url, { rejectUnauthorized: false }, (response) => {
      response.resume();
      done(true);
    })
      .on('error', () => done(false))
      .end();
  });
}

export type Ports = { http: number; https: number };

export async function choosePorts(): Promise<Ports> {
  return { http: await freePort(), https: await freePort() };
}

/**
 * Runs one of the files of `deploy/`, unchanged, for https://localhost on the given ports, with a
 * certificate of its own making, for as long as `work` takes.
 */
export async function withCaddy(
  file: 'Caddyfile' | 'Caddyfile.supabase',
  ports: Ports,
  env: Record<string, string>,
  work: () => Promise<void>,
): Promise<void> {
  const program = findCaddy();
  if (!program) throw new Error('caddy is not installed: node tools/deploy/caddy.ts');
  const folder = await mkdtemp(join(tmpdir(), 'almanac-caddy-'));
  const config = join(folder, 'Caddyfile');
  const options = [
    'admin off',
    'skip_install_trust',
    `http_port ${ports.http}`,
    `https_port ${ports.https}`,
    `storage file_system ${join(folder, 'data')}`,
    'grace_period 1s',
  ];
  const text = `{\n\t${options.join('\n\t')}\n}\nimport ${join(DEPLOY, file)}\n`;
  await writeFile(config, text);
  const child = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  let hasEnded = false;
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      hasEnded = true;
      done();
    });
  });
  try {
    const deadline = Date.now() + 20_000;
    while (!(await answers(`https://localhost:${ports.https}/`))) {
      if (hasEnded || Date.now() > deadline) throw new Error(`Caddy does not answer:\n${log}`);
      await delay(50);
    }
    await work();
  } finally {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  if (findCaddy() === undefined) installCaddy();
  const path = findCaddy();
  if (path === undefined) throw new Error('No caddy found. Install it, or set CADDY_PATH.');
  console.log(`caddy ${path}`);
}
