import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcrypt';
import type { HashJob, HashResult } from './hasher.ts';

// On Linux priority belongs to a thread: hashing takes the processor time that nobody else wants,
// so that people who sign in do not slow down those who work. Elsewhere it would be the whole
// process, so there it is left alone.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', (job: HashJob) => {
  const result: HashResult =
    job.kind === 'hash' ? hashSync(job.password, job.cost) : compareSync(job.password, job.hash);
  parentPort?.postMessage(result, []);
});
