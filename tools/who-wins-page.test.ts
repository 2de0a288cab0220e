import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** `file: what happens: what becomes of it`, of the page and of the tests. */
const documented = read('docs/who-wins.md')
  .split('\n')
  .flatMap((line) => {
    const [, situation, outcome, file] = line.split('|').map((cell) => cell.trim());
    return file?.startsWith('`') ? [`${file.slice(1, -1)}: ${situation}: ${outcome}`] : [];
  });

const tested = globSync('{tests,web/src,supabase/functions}/**/*.test.ts', { cwd: root }).flatMap(
  (file) =>
    [...read(file).matchAll(/^test\('design §3 who wins: (.+)', /gm)].map(
      ([, line]) => `${file}: ${line}`,
    ),
);

test('design §3: what the page says about who wins is tested line by line, and the other way about', () => {
  expect(documented.length).toBeGreaterThan(25);
  expect(documented.toSorted()).toEqual(tested.toSorted());
});
