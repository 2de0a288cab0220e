import process from 'node:process';
import v8 from 'node:v8';
import vm from 'node:vm';

/** Milliseconds between two looks. */
const INTERVAL = 5000;
/** Quiet looks in a row: connections and caches of the storm have gone by then. */
const LOOKS = 4;
/** Up to this share of a processor nobody is being served. */
const QUIET = 0.03;
/** Bytes beyond what was left last time that are worth a pause of a tenth of a second. */
const WORTH = 10_000_000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** V8's collector, which Node and Deno show to nobody who does not ask for it. */
function findCollector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as Collect;
  v8.setFlagsFromString('--no-expose-gc');
  return collect;
}

/**
 * Gives the memory of the start and of a storm back to the machine once it is quiet. Left to itself V8
 * collects when something is allocated, and keeps the pages that it has emptied: only as its last
 * resort does it let them go (npm run bench -- memory).
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
