import { wrap, type Remote } from 'comlink';
import type { FileWorker } from '../../../import-export/worker.ts';

/** A worker for one import or export. */
export type FileJob = {
  worker: Remote<FileWorker>;
  /** Waits for an answer; rejects if the worker could not be started or was ended. */
  ask: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
  end: () => void;
  signal: AbortSignal;
};

/** Starts the worker that reads and writes files. */
export function startFileJob(): FileJob {
  const started = new Worker(new URL('../../../import-export/worker.ts', import.meta.url), {
    type: 'module',
  });
  const stop = new AbortController();
  const ended = new Promise<never>((_resolve, reject) => {
    started.addEventListener('error', (event) => {
      event.preventDefault();
      reject(
        new Error(event.message || 'The code that reads and writes files could not be loaded.'),
      );
    });
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error));
  });
  // If nothing is waiting when it ends, there is nothing to report.
  ended.catch(() => undefined);
  return {
    worker: wrap<FileWorker>(started),
    ask: (answer) => Promise.race([answer, ended]),
    end: () => {
      stop.abort();
      started.terminate();
    },
    signal: stop.signal,
  };
}
