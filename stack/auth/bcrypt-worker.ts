import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcrypt';
import type { HashJob, HashResult } from './hasher.ts';

// On Linux priority belongs to a thread: hashing uses only idle processor time, so that sign-ins do
// not slow down other requests. Elsewhere it would change the whole process, so it is not set there.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', (job: HashJob) => {
  const result: HashResult =
    job.kind === 'hash' ? hashSync(job.password, job.cost) : compareSync(job.password, job.hash);
  parentPort?.postMessage(result, []);
});
