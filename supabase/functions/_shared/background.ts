import { describeError, log } from './log.ts';

type EdgeRuntime = { waitUntil(work: Promise<unknown>): void };

/**
 * Work that goes on after the answer. Supabase's runtime is asked to stay alive for it; in an
 * ordinary Deno process it simply runs on. A failure is logged under `what`.
 */
export function inBackground(what: string, work: () => Promise<void>): void {
  const running = work().catch((error: unknown) => {
    log('error', `${what} failed`, describeError(error));
  });
  const runtime: unknown = Reflect.get(globalThis, 'EdgeRuntime');
  if (isEdgeRuntime(runtime)) runtime.waitUntil(running);
}

function isEdgeRuntime(value: unknown): value is EdgeRuntime {
  return typeof Reflect.get(Object(value), 'waitUntil') === 'function';
}
