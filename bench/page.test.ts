import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withFigures, type Result } from './page.ts';
import { ROOMS } from './rooms.ts';

const figure = (name: string, value: number, limit?: number) => ({
  name,
  value,
  unit: 'ms',
  ...(limit !== undefined && { limit }),
});
const result = (...figures: Result['figures']): Result => ({ date: '', seconds: 1, figures });

test('bench: what was measured replaces the tables of its rooms and nothing else', () => {
  const page =
    '# Figures\n\n| a |\n\n## Screens\n\nWords.\n\n| old |\n| --- |\n\nMore.\n\n| stays |\n\n## Another\n\n| old |\n';
  const results = new Map([
    ['palette', result(figure('kept', 3, 4), figure('missed', 5.25, 4), figure('no mark', 6))],
    ['notes', result(figure('no mark', 6), figure('kept', 1, 2))],
  ]);
  expect(withFigures(page, results)).toBe(
    `# Figures

| a |

## Screens

Words.

| what | figure | mark | command |
| --- | --- | --- | --- |
| kept | 1 ms | ≤ 2 ms | \`notes\` |
| kept | 3 ms | ≤ 4 ms | \`palette\` |
| missed | **5.25 ms** | ≤ 4 ms | \`palette\` |
| no mark | 6 ms |  | \`palette\` |

More.

| stays |

## Another

| old |
`,
  );
});

test('bench: of very many figures the page says how many keep their marks, and which do not', () => {
  const page = '## A million rows\n\n| old |\n';
  const measured = result(figure('kept', 1, 2), figure('missed', 3, 2), figure('no mark', 1));
  const table = withFigures(page, new Map([['scale', measured]]));
  expect(table).toContain('| **1 kept** | ≥ 2 kept | `scale` |');
  expect(table).toContain('| missed | **3 ms** | ≤ 2 ms | `scale` |');
  expect(table).not.toContain('no mark');
});

test('bench: docs/performance.md has every room with a table, and no other', async () => {
  const page = await readFile(resolve(import.meta.dirname, '../docs/performance.md'), 'utf8');
  const rooms = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(rooms).toEqual(Object.keys(ROOMS));
  const parts = page.split(/^## /m).slice(1);
  for (const part of parts) expect(part).toMatch(/^\| what +\| figure +\| mark +\| command +\|$/m);
});
