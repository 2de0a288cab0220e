import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../errors.ts';
import type { Log } from '../context.ts';

export type SupervisorOptions = {
  /** For the log. */
  name: string;
  /** Starts the process. Called again after each unexpected end. */
  spawn(): ChildProcess | Promise<ChildProcess>;
  /**
   * Resolves when the process answers. Raced with the end: what waits by asking again and again
   * stops when `over` is aborted, or one asker more would be left after each start that failed.
   */
  ready(child: ChildProcess, over: AbortSignal): Promise<void>;
  /** How it is asked to end. */
  signal: NodeJS.Signals;
  /** Milliseconds after which it is killed if it has not ended. */
  patience: number;
  log: Log;
};

export type Supervisor = {
  /** Resolves when the process answers for the first time; rejects if its first start failed. */
  started: Promise<void>;
  /** Whether the process answers at this moment. */
  isUp(): boolean;
  /** Id of the running process. */
  processId(): number | undefined;
  /** How often it was started again. */
  restarts(): number;
  /** Ends the process for good. */
  close(): Promise<void>;
};

const PAUSES = [0, 100, 250, 500, 1000];
// A process that ran this long counts as healthy: its next end is restarted without a pause.
const HEALTHY_AFTER = 10_000;
// Crash recovery of a busy database takes seconds; what takes longer than this hangs.
const START_LIMIT = 120_000;

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
}

/**
 * Starts a process and keeps it running: whenever it ends on its own, or does not start, it is
 * started again, after a pause that grows to one second while it keeps failing.
 */
export function supervise(options: SupervisorOptions): Supervisor {
  const { name, log } = options;
  let child: ChildProcess | undefined;
  let up = false;
  let closing = false;
  let restarts = 0;

  /** Resolves when the process answers. */
  async function start(): Promise<ChildProcess> {
    const started = await options.spawn();
    child = started;
    // What cannot be spawned at all has no exit event.
    const failed = once(started, 'error').then(([error]) => {
      throw error;
    });
    const died = ended(started).then(() => {
      const how = started.signalCode ?? `code ${started.exitCode}`;
      throw new Error(`${name} ended with ${how} before it answered`);
    });
    const late = setTimeout(() => started.kill('SIGKILL'), START_LIMIT);
    const over = new AbortController();
    // The loser of the race is ignored.
    for (const loser of [failed, died]) loser.catch(() => undefined);
    if (closing) started.kill('SIGKILL');
    try {
      await Promise.race([options.ready(started, over.signal), failed, died]);
    } finally {
      clearTimeout(late);
      over.abort();
    }
    up = !closing;
    return started;
  }

  /** Waits for the end of one run, from its start on; resolves to the number of failures so far. */
  async function outlive(attempt: Promise<ChildProcess>, failures: number): Promise<number> {
    try {
      const running = await attempt;
      const began = Date.now();
      if (failures > 0) log('info', `${name} answers again`);
      await ended(running);
      up = false;
      const { exitCode: code, signalCode: signal } = running;
      if (!closing) log('warn', `${name} ended and is started again`, { code, signal });
      return Date.now() - began > HEALTHY_AFTER ? 1 : failures + 1;
    } catch (error) {
      child?.kill('SIGKILL');
      if (!closing) log('error', `${name} does not start`, { reason: errorMessage(error) });
      return failures + 1;
    }
  }

  async function keep(first: Promise<ChildProcess>): Promise<void> {
    let failures = await outlive(first, 0);
    for (;;) {
      if (closing) return;
      await delay(PAUSES[Math.min(failures, PAUSES.length) - 1]);
      if (closing) return;
      restarts += 1;
      failures = await outlive(start(), failures);
    }
  }

  const first = start();
  const kept = keep(first);
  const started = first.then(() => undefined);
  // Nobody has to wait for the first start: its failure is logged above.
  started.catch(() => undefined);

  return {
    started,
    isUp: () => up,
    processId: () => child?.pid,
    restarts: () => restarts,
    async close() {
      closing = true;
      up = false;
      const running = child;
      running?.kill(options.signal);
      const timer = setTimeout(() => running?.kill('SIGKILL'), options.patience);
      await kept;
      clearTimeout(timer);
    },
  };
}
