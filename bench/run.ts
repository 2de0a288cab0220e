import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { keepsLimit, table, type Figure } from './figures.ts';

/** `npm run bench [-- NAME …]`: each benchmark is a module whose `measure` gives its figures. */
const benchmarks: Record<string, () => Promise<{ measure(): Promise<Figure[]> }>> = {
  start: () => import('./start.ts'),
  rest: () => import('./rest.ts'),
  browser: () => import('./browser.ts'),
  api: () => import('./api.ts'),
};

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(benchmarks);
const results: Record<string, Figure[]> = {};
for (const name of names) {
  const load = benchmarks[name];
  if (!load)
    throw new Error(`No benchmark "${name}"; there are ${Object.keys(benchmarks).join(', ')}`);
  const figures = await (await load()).measure();
  results[name] = figures;
  console.log(`\n${name}\n${table(figures)}`);
}

const folder = resolve(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
const conditions = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: `${cpus().length} x ${cpus()[0]?.model}`,
  memoryBytes: totalmem(),
};
const file = resolve(folder, 'latest.json');
await writeFile(file, `${JSON.stringify({ conditions, results }, undefined, 2)}\n`);
console.log(`\nwrote ${file}`);
if (
  Object.values(results)
    .flat()
    .some((figure) => keepsLimit(figure) === false)
)
  process.exitCode = 1;
