import { execFile, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const probe = join(import.meta.dirname, 'identity-probe.ts');

const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
const NO_RIGHTS = '0'.repeat(16);
const THROUGH_FOLDERS = '2'.padStart(16, '0');

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-identity-'));
  await chmod(folder, 0o755);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function works(command: string[]): boolean {
  return spawnSync('env', command, { stdio: 'ignore' }).status === 0;
}

type Folders = { owner?: number | undefined; isHidden?: boolean };

/** A data folder; hidden: below one that only root passes through, as /root is. */
async function makeDataDir({ owner = 0, isHidden = false }: Folders): Promise<string> {
  const parent = join(folder, 'parent');
  await mkdir(parent, { mode: isHidden ? 0o700 : 0o755 });
  const dataDir = join(parent, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  if (owner > 0) await chown(dataDir, owner, owner);
  return dataDir;
}

function twice(uid: number | undefined, rights: string): string[] {
  return ['first', 'second'].map((start) => `${start} uid ${uid} capabilities ${rights}\n`);
}

function idOfDaemon(): number {
  const [, uid] = /^daemon:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return Number(uid);
}

async function pathWithoutSetpriv(): Promise<string> {
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await symlink((await run('which', ['test'])).stdout.trim(), join(programs, 'test'));
  return programs;
}

/** As in a container: the kernel grants no user namespace to who is in a chroot. */
function inChroot(): string[] {
  const root = join(folder, 'chroot');
  const script = 'mkdir -p "$0" && mount --rbind / "$0" && exec chroot "$0" "$@"';
  return ['unshare', '--mount', 'sh', '-c', script, root];
}

const isRoot = process.getuid?.() === 0;
/** Whether Almanac itself lies where everybody passes through, and not below /root. */
const isOpen = !isRoot || works([...AS_NOBODY, 'test', '-r', probe]);
const ordinary = isRoot ? NOBODY : process.getuid?.();
const becomeOrdinary = isRoot ? AS_NOBODY : [];

type Case = Folders & {
  title: string;
  /** Whether root’s database has run before, in a namespace. */
  isUsed?: boolean;
  command: () => Promise<string[]>;
  expected: string[];
};

const asOrdinary: Case[] = [
  {
    title: 'an ordinary user runs the database, without rights',
    owner: ordinary,
    command: async () => becomeOrdinary,
    expected: twice(ordinary, NO_RIGHTS),
  },
  {
    title: 'an ordinary user runs the database where there is no setpriv, as on macOS',
    owner: ordinary,
    command: async () => [...becomeOrdinary, 'env', `PATH=${await pathWithoutSetpriv()}`],
    expected: twice(ordinary, NO_RIGHTS),
  },
];

const places = [
  { where: 'anywhere', isHidden: false, rights: isOpen ? NO_RIGHTS : THROUGH_FOLDERS },
  { where: 'below a folder that only root reaches', isHidden: true, rights: THROUGH_FOLDERS },
];
const asOwner = places.map(({ where, isHidden, rights }): Case => ({
  title: `root runs the database as the owner of the data folder, ${where}`,
  isHidden,
  owner: NOBODY,
  command: async () => [],
  expected: twice(NOBODY, rights),
}));
const inNamespace = places.map(({ where, isHidden }): Case => ({
  title: `root runs the database in a namespace, without rights, ${where}`,
  isHidden,
  command: async () => [],
  expected: twice(0, NO_RIGHTS),
}));
const inContainer = places.map(({ where, isHidden, rights }): Case => ({
  title: `root runs the database as daemon where there are no namespaces, ${where}`,
  isHidden,
  command: async () => inChroot(),
  expected: twice(idOfDaemon(), rights),
}));

const afterNamespace: Case[] = inContainer.map((one) => ({
  ...one,
  title: `${one.title}, on what it wrote in one before`,
  isUsed: true,
}));

// An ordinary user cannot try the ways of root, nor root in a container all of them.
const hasNamespaces = works(['unshare', '--user', 'true']);
const hasContainers = works(['unshare', '--mount', 'true']);
const cases = [
  ...(isOpen ? asOrdinary : []),
  ...(isRoot ? asOwner : []),
  ...(isRoot && hasNamespaces ? inNamespace : []),
  ...(isRoot && hasContainers ? inContainer : []),
  ...(isRoot && hasContainers && hasNamespaces ? afterNamespace : []),
];

test.for(cases)('design §1: $title', async ({ command, expected, isUsed, ...folders }) => {
  const dataDir = await makeDataDir(folders);
  const start = [process.execPath, probe, dataDir];
  if (isUsed) await run('env', start);
  expect((await run('env', [...(await command()), ...start])).stdout).toBe(expected.join(''));
});
