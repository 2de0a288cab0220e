import process from 'node:process';
import v8 from 'node:v8';
import vm from 'node:vm';

/** Milliseconds between two looks. */
const INTERVAL = 5000;
/** Quiet looks in a row: connections and caches of the storm have gone by then. */
const LOOKS = 4;
/** Below this share of a processor the stack is idle. */
const QUIET = 0.03;
/** Bytes beyond what was left last time that are worth a pause of a tenth of a second. */
const WORTH = 10_000_000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** V8's garbage collector, which Node exposes only on request. */
function findCollector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as Collect;
  v8.setFlagsFromString('--no-expose-gc');
  return collect;
}

/**
 * Returns the memory of the start and of load peaks to the machine once the stack is idle. By itself V8
 * collects only when something is allocated, and keeps the freed pages (npm run bench -- memory).
 */
export function giveMemoryBack(interval = INTERVAL): void {
  const collect = findCollector();
  let left = 0;
  let quietLooks = 0;
  let before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    quietLooks = (user + system) / 1000 < interval * QUIET ? quietLooks + 1 : 0;
    if (quietLooks >= LOOKS && process.memoryUsage.rss() > left + WORTH) {
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      left = process.memoryUsage.rss();
    }
    before = process.cpuUsage();
  };
  setInterval(look, interval).unref();
}
