import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { keepsLimit, table, type Figure } from './figures.ts';

/** `npm run bench [-- NAME …]`: each benchmark is a module whose `measure` gives its figures. */
const benchmarks: Record<string, () => Promise<{ measure(): Promise<Figure[]> }>> = {
  start: () => import('./start.ts'),
  rest: () => import('./rest.ts'),
  storm: () => import('./storm.ts'),
  memory: () => import('./memory.ts'),
  heap: () => import('./heap.ts'),
  load: () => import('./load.ts'),
  scale: () => import('./scale.ts'),
  browser: () => import('./browser.ts'),
  api: () => import('./api.ts'),
  dashboard: () => import('./dashboard.ts'),
  motion: () => import('./motion.ts'),
  'second-visit': () => import('./second-visit.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  plans: () => import('./plans.ts'),
  contacts: () => import('./contacts.ts'),
  palette: () => import('./palette.ts'),
  notes: () => import('./notes.ts'),
  import: () => import('./import.ts'),
  histories: () => import('./histories.ts'),
  sync: () => import('./sync.ts'),
  dav: () => import('./dav.ts'),
  search: () => import('./search.ts'),
};

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(benchmarks);
const unknown = names.find((name) => !benchmarks[name]);
if (unknown !== undefined) {
  throw new Error(`No benchmark "${unknown}"; there are ${Object.keys(benchmarks).join(', ')}`);
}

const folder = resolve(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
const conditions = {
  node: process.version,
  cpu: `${cpus().length} x ${cpus()[0]?.model}`,
  memoryBytes: totalmem(),
};
for (const name of names) {
  const figures = (await (await benchmarks[name]?.())?.measure()) ?? [];
  console.log(`\n${name}\n${table(figures)}`);
  const result = { date: new Date().toISOString(), conditions, figures };
  await writeFile(resolve(folder, `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
  if (figures.some((figure) => keepsLimit(figure) === false)) process.exitCode = 1;
}
console.log(`\nwrote ${names.map((name) => `${name}.json`).join(', ')} to ${folder}`);
