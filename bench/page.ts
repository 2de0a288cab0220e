import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { keepsLimit, type Figure } from './figures.ts';
import { ROOMS, type Benchmark } from './rooms.ts';

/** What `npm run bench` writes of each benchmark. */
export type Result = { date: string; seconds: number; figures: Figure[] };

const amount = (value: number, unit: string) =>
  `${value.toFixed(value < 10 && !Number.isInteger(value) ? 2 : 0)} ${unit}`.trim();

function row(name: string, figure: Figure): string {
  const { value, unit, limit, atLeast } = figure;
  const mark = limit === undefined ? '' : `${atLeast ? '≥' : '≤'} ${amount(limit, unit)}`;
  const shown = amount(value, unit);
  return `| ${figure.name} | ${keepsLimit(figure) === false ? `**${shown}**` : shown} | ${mark} | \`${name}\` |`;
}

function rows(name: string, { shown }: Benchmark, { figures }: Result): string[] {
  if (shown === 'all') return figures.map((figure) => row(name, figure));
  const marked = figures.filter(({ limit }) => limit !== undefined);
  if (shown === 'marked') return marked.map((figure) => row(name, figure));
  const missed = marked.filter((figure) => keepsLimit(figure) === false);
  const value = marked.length - missed.length;
  const all = { name: shown.asOne, value, unit: 'kept', limit: marked.length, atLeast: true };
  return [row(name, all), ...missed.map((figure) => row(name, figure))];
}

/** One table for the benchmarks of a room; undefined when none of them has been run. */
export function tableOf(room: string, results: ReadonlyMap<string, Result>): string | undefined {
  const found = Object.entries(ROOMS[room] ?? {}).flatMap(([name, benchmark]) => {
    const result = results.get(name);
    return result ? rows(name, benchmark, result) : [];
  });
  if (found.length === 0) return undefined;
  return ['| what | figure | mark | command |', '| --- | --- | --- | --- |', ...found].join('\n');
}

/** The page with the first table below each room's heading replaced by the one of `results`. */
export function withFigures(page: string, results: ReadonlyMap<string, Result>): string {
  return page
    .split(/^(?=## )/m)
    .map((part) => {
      const [, room = ''] = /^## (.*)\n/.exec(part) ?? [];
      const table = tableOf(room, results);
      return table === undefined ? part : part.replace(/^\|.*(?:\n\|.*)*/m, () => table);
    })
    .join('');
}

/** Puts what was measured into docs/performance.md. */
export async function writePage(results: ReadonlyMap<string, Result>): Promise<void> {
  const file = resolve(import.meta.dirname, '../docs/performance.md');
  await writeFile(file, withFigures(await readFile(file, 'utf8'), results));
}
