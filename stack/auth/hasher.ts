import { Worker } from 'node:worker_threads';
import { tooMany } from './failure.ts';

type Job =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'verify'; password: string; hash: string };
export type HashJob = Job & { id: number };
export type HashResult = { id: number; value: string | boolean };

/** bcrypt takes no more; longer passwords are refused as GoTrue does, never cut. */
export const MAX_PASSWORD_BYTES = 72;
// About four seconds of work at cost 10: who comes later is told to come back.
const MAX_WAITING = 50;

export type Hasher = {
  hash(password: string): Promise<string>;
  /** Takes the time of a comparison also where there is no hash, or the password is too long. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
  close(): Promise<void>;
};

type Waiting = { resolve(value: string | boolean): void; reject(error: unknown): void };

/**
 * bcrypt on one thread of its own with a lower priority: one hash at a time, at most 50 waiting
 * (429 beyond). The thread starts with the first password and is replaced if it dies.
 */
export function createHasher(cost: number): Hasher {
  const waiting = new Map<number, Waiting>();
  // A well-formed hash of no password, to spend the same time on accounts that do not exist.
  const nobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./bcrypt-worker.ts', import.meta.url));
    started.unref();
    started.on('message', ({ id, value }: HashResult) => {
      waiting.get(id)?.resolve(value);
      waiting.delete(id);
    });
    started.on('error', (error) => abandon(started, error));
    started.on('exit', () => abandon(started, new Error('The password hashing thread ended.')));
    return started;
  }

  function abandon(ended: Worker, error: unknown): void {
    if (worker !== ended) return;
    worker = undefined;
    for (const job of waiting.values()) job.reject(error);
    waiting.clear();
  }

  function run(job: Job): Promise<string | boolean> {
    if (waiting.size >= MAX_WAITING) {
      return Promise.reject(tooMany('Too many people are signing in at this moment.', 5));
    }
    worker ??= start();
    lastId += 1;
    const id = lastId;
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    waiting.set(id, { resolve, reject });
    worker.postMessage({ ...job, id } satisfies HashJob, []);
    return promise;
  }

  return {
    async hash(password) {
      return String(await run({ kind: 'hash', password, cost }));
    },
    async verify(password, hash) {
      const comparable = hash && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
      const matches = await run({ kind: 'verify', password, hash: comparable ? hash : nobody });
      return Boolean(comparable) && matches === true;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
