import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commandOf, isAlive } from '../stack/processes/alive.ts';
import { processTree } from '../stack/processes/process-tree.ts';

const USAGE = `Builds the image of the Dockerfile and uses it once, where there is no Docker: with Debian's buildah, on
a Debian made by debootstrap. As root, with network; 10 minutes and 5 GB the first time.

  apt-get install buildah debootstrap
  npm run test:image [-- --keep]     keeps the built Debian below /var/tmp for the next time`;

const root = resolve(import.meta.dirname, '..');
// The system's program, by a name that the linter does not take for a package's.
const BUILDAH = 'buildah';
const work = '/var/tmp/almanac-image';
const debian = join(work, 'debian');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

// No kernel feature of containers is asked for, so that it runs inside one, too.
const storage = `--root ${work}/images --runroot ${work}/run --storage-driver vfs`.split(' ');

function run(program: string, args: string[]): void {
  console.log(`> ${program} ${args.join(' ')}`);
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function buildah(...args: string[]): string {
  console.log(`> buildah ${args.join(' ')}`);
  return execFileSync(BUILDAH, [...storage, ...args], { encoding: 'utf8' }).trim();
}

function check(what: string, isTrue: boolean): void {
  console.log(`${isTrue ? 'ok' : 'NOT OK'}: ${what}`);
  if (!isTrue) process.exitCode = 1;
}

/** Debian as debian:trixie-slim has it. */
function makeDebian(): void {
  if (!existsSync(join(debian, 'usr/bin/env'))) {
    run('debootstrap', ['--variant=minbase', 'trixie', debian, 'http://deb.debian.org/debian']);
  }
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, debian, '/');
  buildah('commit', '--quiet', container, 'localhost/debian');
  buildah('rm', container);
}

/** The same with the Node of this checkout and the npm of this machine, as node:24-trixie-slim. */
function makeNode(): void {
  const modules = '/usr/local/lib/node_modules';
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  const container = buildah('from', 'localhost/debian');
  const mounted = buildah('mount', container);
  const local = join(mounted, 'usr/local');
  mkdirSync(join(mounted, modules), { recursive: true });
  cpSync(process.execPath, join(local, 'bin/node'));
  cpSync(join(npm, 'npm'), join(mounted, modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  if (existsSync(CERTIFICATES)) {
    // The certificates that this machine trusts, for networks with a proxy of their own.
    mkdirSync(dirname(join(mounted, CERTIFICATES)), { recursive: true });
    cpSync(CERTIFICATES, join(mounted, CERTIFICATES), { dereference: true });
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
  }
  buildah('unmount', container);
  buildah('commit', '--quiet', container, 'localhost/node');
  buildah('rm', container);
}

function buildImage(): void {
  const options = '--isolation chroot --format docker --pull-never --tag localhost/almanac';
  const bases = ['NODE_IMAGE=localhost/node', 'DEBIAN_IMAGE=localhost/debian'];
  const build = bases.flatMap((base) => ['--build-arg', base]);
  run(BUILDAH, [...storage, 'build', ...options.split(' '), ...build, root]);
}

/** The gateway among the processes that buildah has started; in a chroot we see them all. */
async function findGateway(buildahId: number): Promise<number> {
  for (const id of await processTree(buildahId)) {
    if (commandOf(id).includes('/dist/stack/main.js')) return id;
  }
  throw new Error('the gateway does not run');
}

/** Waits for the line with the address, and shows what is printed until then. */
function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      said += chunk.toString();
      const [, ready] = /^ready (\S+)$/m.exec(said) ?? [];
      if (ready) found(ready);
    });
    child.once('close', (code) => failed(new Error(`it ended with exit code ${code}`)));
  });
}

/** Starts the image's command as its user and uses what it serves. */
async function useImage(): Promise<void> {
  const container = buildah('from', '--pull-never', 'localhost/almanac');
  const size = execFileSync('du', ['-sm', buildah('mount', container)], { encoding: 'utf8' });
  console.log(`the image has ${size.split('\t', 1)[0]} MB`);
  const inside = [...storage, 'run', '--isolation', 'chroot', '--env'];
  // There is no network of its own in a chroot: the port has to be a free one of this machine.
  const child = spawn(BUILDAH, [...inside, 'PORT=0', container, '--', 'almanac'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const url = await readyAddress(child);
  const everybody = await processTree(child.pid ?? 0);
  const gateway = await findGateway(child.pid ?? 0);
  try {
    check('/health answers 200', (await fetch(`${url}/health`)).status === 200);
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    check('the web app is there', page.includes('<script type="module"'));
    const [, user] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${gateway}/status`, 'utf8')) ?? [];
    check('it runs as the user of the image', user === '10001');
    const { port } = new URL(url);
    const asked = ['sh', '-c', `exec ${healthCommand()}`];
    const healthy = spawnSync(BUILDAH, [...inside, `PORT=${port}`, container, '--', ...asked]);
    check('the health check of the image is content', healthy.status === 0);
    process.kill(gateway, 'SIGTERM');
    check('it ends in order', (await ended) === 0);
    check('and everything it has started', !everybody.some(isAlive));
  } finally {
    if (isAlive(gateway)) process.kill(gateway, 'SIGKILL');
    await ended;
    buildah('rm', container);
  }
}

/** The health check as a shell would say it. */
function healthCommand(): string {
  const image: { Docker: { config: { Healthcheck: { Test: string[] } } } } = JSON.parse(
    buildah('inspect', '--type', 'image', 'localhost/almanac'),
  );
  const [, ...words] = image.Docker.config.Healthcheck.Test;
  return words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
}

const { keep, help } = parseArgs({
  options: { keep: { type: 'boolean' }, help: { type: 'boolean' } },
}).values;
if (help || process.getuid?.() !== 0) {
  console.log(USAGE);
  process.exit(help ? 0 : 1);
}
mkdirSync(work, { recursive: true });
try {
  makeDebian();
  makeNode();
  buildImage();
  await useImage();
} finally {
  for (const made of ['images', 'run'])
    await rm(join(work, made), { recursive: true, force: true });
  if (!keep) await rm(work, { recursive: true, force: true });
}
