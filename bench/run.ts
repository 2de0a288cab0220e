import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { keepsLimit, table } from './figures.ts';
import { writePage, type Result } from './page.ts';
import { ROOMS } from './rooms.ts';

// `npm run bench [-- NAME …]` measures; `npm run bench -- page` puts what was measured, in however
// many runs, into docs/performance.md.

const benchmarks = new Map(Object.values(ROOMS).flatMap((room) => Object.entries(room)));
const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : [...benchmarks.keys()];
const folder = resolve(import.meta.dirname, 'results');

async function resultOf(name: string): Promise<[string, Result][]> {
  const text = await readFile(resolve(folder, `${name}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? [] : [[name, JSON.parse(text) as Result]];
}

if (names.length === 1 && names[0] === 'page') {
  const results = await Promise.all([...benchmarks.keys()].map(resultOf));
  await writePage(new Map(results.flat()));
  spawnSync('npx', ['oxfmt', 'docs/performance.md'], { stdio: 'inherit' });
  process.exit();
}

const unknown = names.find((name) => !benchmarks.has(name));
if (unknown !== undefined) {
  throw new Error(`No benchmark "${unknown}"; there are ${[...benchmarks.keys()].join(', ')}`);
}

await mkdir(folder, { recursive: true });
const conditions = {
  node: process.version,
  cpu: `${cpus().length} x ${cpus()[0]?.model}`,
  memoryBytes: totalmem(),
};
const missed: string[] = [];
const took: string[] = [];
for (const name of names) {
  const began = performance.now();
  const figures = (await (await benchmarks.get(name)?.load())?.measure()) ?? [];
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\n${name}\n${table(figures)}`);
  const result = { date: new Date().toISOString(), seconds, conditions, figures };
  await writeFile(resolve(folder, `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`);
  took.push(`${name} ${seconds} s`);
  for (const figure of figures) {
    if (keepsLimit(figure) === false) missed.push(`${name}: ${figure.name}`);
  }
}
console.log(`\ntook ${took.join(', ')}; written to ${folder}`);
console.log(missed.length === 0 ? 'every mark is kept' : `missed: ${missed.join('; ')}`);
// Not by itself: whatever a benchmark has left open would keep it.
process.exit(missed.length === 0 ? 0 : 1);
