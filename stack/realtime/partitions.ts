import type pg from 'pg';
import type { Log } from '../context.ts';

const HOUR_MS = 3_600_000;

/**
 * Keeps the days of `realtime.messages`: made three days ahead, dropped after 72 hours. The schema
 * does the same at every start; this is for servers that run for long. A turn that fails (database
 * away, table locked) is made up by the next, and a row without a day goes to the default partition.
 */
export function keepPartitions(client: () => pg.Client | undefined, log: Log): () => void {
  const timer = setInterval(() => {
    client()
      ?.query('select realtime.maintain_partitions()')
      .catch((error: unknown) => {
        log('warn', 'realtime partitions were not maintained', { error: String(error) });
      });
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
