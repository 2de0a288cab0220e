import { Worker } from 'node:worker_threads';
import { MODULE_EXTENSION } from '../context.ts';
import { tooManyRequests } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

export type HashJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'verify'; password: string; hash: string };
export type HashResult = string | boolean;

/** bcrypt ignores the rest; longer passwords are refused as GoTrue does, never truncated. */
export const MAX_PASSWORD_BYTES = 72;
// About four seconds of work at cost 10: later requests get 429.
const MAX_AT_ONCE = 50;

/** The place in the queue of a password to be hashed. */
export type Turn = {
  /** The line to wait in, e.g. the site of an address. */
  party: string;
  /** Whether the account was used from there before; such lines come first. */
  isKnown: boolean;
};

export type Hasher = {
  hash(password: string, turn: Turn): Promise<string>;
  /** Takes the time of a comparison also where there is no hash, or the password is too long. */
  verify(password: string, hash: string | null | undefined, turn: Turn): Promise<boolean>;
  close(): Promise<void>;
};

type Waiting = {
  job: HashJob;
  resolve(value: HashResult): void;
  reject(error: unknown): void;
};

/** Milliseconds without a password after which the thread ends, which takes as much as 30 MB. */
const IDLE = 10_000;

/** One turn in this many is for lines that are not known. */
const TURN_OF_UNKNOWN = 4;

/**
 * bcrypt on one thread of its own with a lower priority: one hash at a time, fifty at once (429
 * beyond), the known before the unknown and everybody in turn, so that a flood from some addresses
 * leaves room for the others. The thread starts with a password, ends when none comes for a while, and
 * is replaced if it dies.
 */
export function createHasher(cost: number, idle = IDLE): Hasher {
  const known = new FairQueue<Waiting>(MAX_AT_ONCE - 1);
  const unknown = new FairQueue<Waiting>(MAX_AT_ONCE - 1);
  // A well-formed hash of no password, to spend the same time on accounts that do not exist.
  const nobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  let worker: Worker | undefined;
  let running: Waiting | undefined;
  let turns = 0;
  let ending: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(new URL(`./bcrypt-worker${MODULE_EXTENSION}`, import.meta.url));
    started.unref();
    started.on('message', (value: HashResult) => {
      running?.resolve(value);
      running = undefined;
      runNext();
    });
    started.on('error', (error) => abandon(started, error));
    started.on('exit', () => abandon(started, new Error('The password hashing thread ended.')));
    return started;
  }

  function abandon(ended: Worker, error: unknown): void {
    if (worker !== ended) return;
    worker = undefined;
    running?.reject(error);
    running = undefined;
    for (const waiting of [...known.clear(), ...unknown.clear()]) waiting.reject(error);
  }

  function end(): void {
    const ended = worker;
    // A password that comes now is for the next one.
    worker = undefined;
    void ended?.terminate();
  }

  function runNext(): void {
    if (running) return;
    // Known callers go first, and every fourth turn is for the others.
    const [first, second] = turns % TURN_OF_UNKNOWN === 0 ? [unknown, known] : [known, unknown];
    running = first.next() ?? second.next();
    clearTimeout(ending);
    if (!running) {
      ending = setTimeout(end, idle).unref();
      return;
    }
    turns += 1;
    worker ??= start();
    worker.postMessage(running.job, []);
  }

  function run(job: HashJob, { party, isKnown }: Turn): Promise<HashResult> {
    const { promise, resolve, reject } = Promise.withResolvers<HashResult>();
    const refused = (isKnown ? known : unknown).add(party, { job, resolve, reject });
    refused?.reject(tooManyRequests('Too many people are signing in at this moment.', 5));
    runNext();
    return promise;
  }

  return {
    async hash(password, turn) {
      return String(await run({ kind: 'hash', password, cost }, turn));
    },
    async verify(password, hash, turn) {
      const comparable = hash && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
      const job = { kind: 'verify', password, hash: comparable ? hash : nobody } as const;
      const matches = await run(job, turn);
      return Boolean(comparable) && matches === true;
    },
    async close() {
      clearTimeout(ending);
      await worker?.terminate();
    },
  };
}
