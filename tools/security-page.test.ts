import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The requirements of level 1 in OWASP ASVS 5.0.0: section, and the last number in it. */
const LEVEL_1 = `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1
  3.4.2 3.5.1 3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5
  6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2
  8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1
  12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`
  .trim()
  .split(/\s+/);

const rows = page.split('\n').flatMap((line) => {
  const [, item, asks, met, proof] = line.split('|').map((cell) => cell.trim());
  return item?.startsWith('V') ? [{ item: item.slice(1), asks, met, proof: proof ?? '' }] : [];
});

/** `path/of.test.ts` “title of a test in it” */
function testsNamedIn(text: string): { file: string; title: string }[] {
  return [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );
}

function exists({ file, title }: { file: string; title: string }): boolean {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  const code = readFileSync(path, 'utf8');
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((literal) => code.includes(literal));
}

test('design §4: docs/security.md answers every ASVS requirement of level 1, once', () => {
  expect(rows.map(({ item }) => item)).toEqual(LEVEL_1);
  for (const { item, met, proof } of rows) {
    expect(['yes', 'in part', 'no', '–'], item).toContain(met);
    expect(proof.length, item).toBeGreaterThan(10);
  }
});

test('design §4: every test that docs/security.md names is there', () => {
  const named = testsNamedIn(page);
  expect(named.length).toBeGreaterThan(80);
  // Nothing that looks like a test file stands there without the test that is meant.
  expect(page.match(/\.(test|spec)\.tsx?`/g)).toHaveLength(named.length);
  expect(named.filter((one) => !exists(one))).toEqual([]);
  expect(exists({ file: 'tools/lint.test.ts', title: 'design §2: nothing of the kind' })).toBe(
    false,
  );
});
