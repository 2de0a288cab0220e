import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../failure.ts';
import type { Log } from '../context.ts';

export type SupervisorOptions = {
  /** For the log. */
  name: string;
  /** Starts the process. Called again after each unexpected end. */
  spawn(): ChildProcess | Promise<ChildProcess>;
  /** Resolves when the process answers; rejects or hangs otherwise (it is raced with its end). */
  ready(child: ChildProcess): Promise<void>;
  /** How it is asked to end. */
  signal: NodeJS.Signals;
  /** Milliseconds after which it is killed if it has not ended. */
  patience: number;
  log: Log;
};

export type Supervisor = {
  /** Whether the process answers at this moment. */
  isUp(): boolean;
  /** Id of the running process. */
  processId(): number | undefined;
  /** Ends the process for good. */
  close(): Promise<void>;
};

const PAUSES = [0, 100, 250, 500, 1000];
// A process that ran this long counts as healthy: its next end is restarted without a pause.
const HEALTHY_AFTER = 10_000;

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
}

/**
 * Starts a process and keeps it running: whenever it ends on its own it is started again, after a
 * pause that grows to one second while it keeps failing.
 * @throws what the first start ended with; later failures are logged and tried again.
 */
export async function supervise(options: SupervisorOptions): Promise<Supervisor> {
  const { name, log } = options;
  let child: ChildProcess | undefined;
  let up = false;
  let closing = false;

  async function start(): Promise<ChildProcess> {
    const started = await options.spawn();
    child = started;
    if (closing) started.kill('SIGKILL');
    const died = ended(started).then(() => {
      const how = started.signalCode ?? `code ${started.exitCode}`;
      throw new Error(`${name} ended with ${how} before it answered`);
    });
    await Promise.race([options.ready(started), died]);
    up = true;
    // Loses the race for good only now, and then without anybody to hear it.
    died.catch(() => undefined);
    return started;
  }

  async function keep(first: ChildProcess): Promise<void> {
    let current: ChildProcess | undefined = first;
    let failures = 0;
    for (;;) {
      if (current) {
        const began = Date.now();
        await ended(current);
        up = false;
        if (closing) return;
        log('warn', `${name} ended and is started again`, {
          code: current.exitCode,
          signal: current.signalCode,
        });
        failures = Date.now() - began > HEALTHY_AFTER ? 0 : failures + 1;
      }
      await delay(PAUSES[Math.min(failures, PAUSES.length) - 1] ?? 0);
      if (closing) return;
      try {
        current = await start();
        log('info', `${name} answers again`);
      } catch (error) {
        failures += 1;
        current = undefined;
        log('error', `${name} does not start`, { reason: messageOf(error) });
        if (child) child.kill('SIGKILL');
      }
    }
  }

  try {
    keep(await start()).catch((error: unknown) => {
      log('error', `${name} is no longer supervised`, { reason: messageOf(error) });
    });
  } catch (error) {
    child?.kill('SIGKILL');
    throw error;
  }

  return {
    isUp: () => up,
    processId: () => child?.pid,
    async close() {
      closing = true;
      up = false;
      if (!child) return;
      const running = child;
      running.kill(options.signal);
      const timer = setTimeout(() => running.kill('SIGKILL'), options.patience);
      await ended(running);
      clearTimeout(timer);
    },
  };
}
