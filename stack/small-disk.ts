import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { waitUntil } from './processes/alive.ts';
import { errorCode } from './errors.ts';
import { processTree } from './processes/process-tree.ts';
import { startTestStack } from './testing.ts';

/** A stack whose disk can be filled. */
export type SmallDisk = {
  url: string;
  /** As superuser. */
  databaseUrl: string;
  /** What PostgreSQL says when there is no room. */
  complaint: string;
  log(): string;
  /** Leaves room for nothing but what fits into the `log` of the database, or not even for that. */
  fill(to: 'tables' | 'log'): Promise<void>;
  free(): Promise<void>;
  /** Ends the stack in order; resolves to its exit code. */
  stop(): Promise<number | null>;
};

// The system's programs, by a name that the linter does not take for a package's.
const UNSHARE = 'unshare';
const PRLIMIT = 'prlimit';
const SETPRIV = 'setpriv';
// A file system in memory that only the processes below see. Root may mount one; everybody else may
// inside a user namespace.
const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const namespace = [...asRoot, '--mount'];

/** Whether a file system may be mounted: not in every container, and in no chroot but by root. */
export function canMount(): boolean {
  const args = [...namespace, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'];
  return spawnSync(UNSHARE, args).status === 0;
}

/** Copies what is in $2 to a disk mounted over it, starts the stack there, and obeys. */
const SCRIPT = `
  set -e
  mkdir "$2.seed" && cp -a "$2/." "$2.seed"
  mount -t tmpfs -o size=220m,mode=0700 tmpfs "$2"
  cp -a "$2.seed/." "$2" && rm -r "$2.seed"
  DATA_DIR="$2" PORT=0 "$1" stack/main.ts &
  while read -r order; do
    case $order in
      fill) cat /dev/zero > "$2/filler" 2> "$2.log" || echo filled ;;
      free) rm "$2/filler" && echo freed ;;
      port) echo "port $(sed -n 4p "$2/postgres/postmaster.pid")" ;;
    esac
  done
  kill -TERM $!
  wait $!
`;

/** Starts the stack of a data folder on a disk of its own of 220 MB, which holds a copy of it. */
export async function startOnMountedDisk(dataDir: string, databaseUrl: string): Promise<SmallDisk> {
  const args = [...namespace, 'sh', '-c', SCRIPT, 'sh', process.execPath, dataDir];
  const child = spawn(UNSHARE, args, { cwd: join(import.meta.dirname, '..') });
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  createInterface(child.stderr).on('line', (line) => errors.push(line));

  /** Waits until the other side prints a line that starts so, and returns the rest of it. */
  async function waitFor(start: string): Promise<string> {
    const position = () => lines.findIndex((line) => line.startsWith(start));
    if (!(await waitUntil(() => position() >= 0, 60_000))) {
      throw new Error(`"${start}" was never printed, but: ${errors.join('\n')}`);
    }
    const [line = ''] = lines.splice(position(), 1);
    return line.slice(start.length);
  }
  async function order(text: string, answer: string): Promise<string> {
    child.stdin.write(`${text}\n`);
    return waitFor(answer);
  }

  const url = await waitFor('ready ');
  const address = new URL(databaseUrl);
  address.port = await order('port', 'port ');
  return {
    url,
    databaseUrl: address.href,
    complaint: 'No space left on device',
    log: () => errors.join('\n'),
    async fill() {
      await order('fill', 'filled');
    },
    async free() {
      await order('free', 'freed');
    },
    async stop() {
      child.stdin.end();
      if (!(await waitUntil(() => child.exitCode !== null, 20_000))) child.kill('SIGKILL');
      await rm(`${dataDir}.log`, { force: true });
      return child.exitCode;
    },
  };
}

/** Bytes up to which a process may write a file; undefined if it is gone. */
async function limitOf(pid: number): Promise<string | undefined> {
  try {
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
    return /^Max file size +(\S+)/m.exec(limits)?.[1];
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return undefined;
    throw error;
  }
}

/**
 * Runs a program as the owner of a process: root of a container may not have the right to
 * limit the processes of others (CAP_SYS_RESOURCE), but to become them.
 */
async function runAsOwnerOf(pid: number, program: string, args: string[]): Promise<void> {
  const { uid, gid } = await stat(`/proc/${pid}`);
  const become = [SETPRIV, `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const [command = program, ...rest] =
    uid === process.getuid?.() ? [program, ...args] : [...become, program, ...args];
  execFileSync(command, rest, { stdio: 'pipe' });
}

/** Forbids a process and all that it started to write any file beyond so many bytes. */
async function limitFiles(root: number, bytes: string): Promise<void> {
  for (let isDone = false; !isDone;) {
    isDone = true;
    // Parents first, and again until nobody is found who was started in between.
    for (const pid of await processTree(root)) {
      const limit = await limitOf(pid);
      if (limit === undefined || limit === bytes) continue;
      isDone = false;
      try {
        // The soft limit only: the same user can raise it again.
        await runAsOwnerOf(pid, PRLIMIT, ['--pid', String(pid), `--fsize=${bytes}:`]);
      } catch (error) {
        if ((await limitOf(pid)) !== undefined) throw error;
      }
    }
  }
}

// More than a segment of the database's log, which is 16 MB.
const ROWS = 1200;
const ROW_LENGTH = 20_000;

const MARKS = '!"#$%&()*+,-./:;=?@[]^_`{|}~<>';

/** Text that no compression makes smaller, so that it needs room, and without words for the index of a search. */
export function bulk(length: number): string {
  return Array.from(randomBytes(length), (byte) => MARKS[byte % MARKS.length]).join('');
}

/** Makes the table the largest file of all; resolves to its size. */
async function growTasks(database: Client): Promise<number> {
  const texts = Array.from({ length: ROWS }, () => bulk(ROW_LENGTH));
  await database.query(
    `insert into public.tasks (user_id, title, description)
     select (select id from public.profiles limit 1), 'bulk ' || n, text
     from unnest($1::text[]) with ordinality as bulk (text, n)`,
    [texts],
  );
  const { rows } = await database.query<{ bytes: string }>(
    `select pg_relation_size(reltoastrelid) as bytes from pg_class
     where oid = 'public.tasks'::regclass`,
  );
  return Number(rows[0]?.bytes);
}

/**
 * Starts the stack where nothing can be mounted. What is full is not the disk, but no file of its
 * processes can grow (RLIMIT_FSIZE), as with a quota. Needs Linux' prlimit.
 */
export async function startWithLimit(dataDir: string): Promise<SmallDisk> {
  const stack = await startTestStack({ dataDir });
  const { gateway } = stack.processIds;
  const database = new Client({ connectionString: stack.databaseUrl });
  await database.connect();
  const largest = await growTasks(database);
  await database.end();
  return {
    url: stack.url,
    databaseUrl: stack.databaseUrl,
    complaint: 'File too large',
    log: () => stack.log(),
    fill: (to) => limitFiles(gateway, String(to === 'tables' ? largest : 1_048_576)),
    free: () => limitFiles(gateway, 'unlimited'),
    stop: () => stack.stop(),
  };
}
