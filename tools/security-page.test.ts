import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import playwright from '../playwright.config.ts';
import vitest from '../vitest.config.ts';

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
function testsNamedIn(text: string): Named[] {
  return [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );
}

/** The files that each project of the tests runs. */
const run = [
  ...(vitest.test?.projects ?? []).flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return [];
    const { include = [], exclude = [] } = project.test ?? {};
    return include.flatMap((pattern) => globSync(pattern, { cwd: root, exclude }));
  }),
  ...[playwright.testDir ?? '', 'tools/deploy'].flatMap((folder) =>
    globSync(`${folder}/**/*.spec.ts`, { cwd: root }),
  ),
];

type Named = { file: string; title: string };

/** Why a test is not run as it is named; undefined if it is. */
function faultOf({ file, title }: Named, code = codeOf(file)): string | undefined {
  if (!run.includes(file)) return `${file} is run by no project`;
  const at = [`'${title}'`, `"${title}"`, `\`${title}\``]
    .map((literal) => code.indexOf(literal))
    .find((index) => index >= 0);
  if (at === undefined) return `${file} has no “${title}”`;
  // A test, one for each of several cases, or a step of one.
  const before = code.slice(0, at).trimEnd();
  const call = [...before.matchAll(/^\s*(?:await )?test((?:\.\w+)*)\(/gm)].at(-1);
  const kind = call?.[1] ?? 'none';
  const isIts = kind === '.each' ? before.endsWith(')(') : before.endsWith(call?.[0].trim() ?? '-');
  if (!['', '.each', '.step'].includes(kind) || !isIts) return `“${title}” is not run`;
  // Whoever leaves out a whole group, or runs one test only, leaves this one out, too.
  const left = /\b(?:test|describe|it)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|fixme|only)\b/.exec(
    code,
  );
  return left ? `${file} has ${left[0]}` : undefined;
}

function codeOf(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

test('design §4: docs/security.md answers every ASVS requirement of level 1, once', () => {
  expect(rows.map(({ item }) => item)).toEqual(LEVEL_1);
  for (const { item, met, proof } of rows) {
    expect(['yes', 'in part', 'no', '–'], item).toContain(met);
    expect(proof.length, item).toBeGreaterThan(10);
  }
});

test('design §4: every test that docs/security.md names is there, and is run', () => {
  const named = testsNamedIn(page);
  expect(named.length).toBeGreaterThan(80);
  // Nothing that looks like a test file stands there without the test that is meant.
  expect(page.match(/\.(test|spec)\.tsx?`/g)).toHaveLength(named.length);
  expect(named.flatMap((one) => faultOf(one) ?? [])).toEqual([]);
});

test('design §4: a test that is missing, left out or run by nobody would be found', () => {
  const one = { file: 'tools/lint.test.ts', title: 'design §2: nothing of the kind' };
  expect(faultOf(one)).toMatch('has no');
  const found = (code: string) => faultOf(one, code);
  expect(found(`test('${one.title}', () => {});`)).toBeUndefined();
  expect(found(`test.each(cases)(\n  '${one.title}', () => {});`)).toBeUndefined();
  expect(found(`await test.step('${one.title}', () => {});`)).toBeUndefined();
  expect(found(`test.skip('${one.title}', () => {});`)).toMatch('is not run');
  expect(found(`test.todo('${one.title}');`)).toMatch('is not run');
  expect(found(`expect('${one.title}').toBe('');`)).toMatch('is not run');
  expect(found(`test('${one.title}', () => {});\ntest.describe.skip('', () => {});`)).toMatch(
    'describe.skip',
  );
  expect(faultOf({ ...one, file: 'tools/lint.test-d.ts' })).toMatch('run by no project');
});
