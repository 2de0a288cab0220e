import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const ROOMS = '{bench,bin,deploy,docs,stack,supabase,tests,tools,web}';
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|results|\.temp|\.branches)(?:\/|$)/;

/** Every file and folder of the repository. */
const files = globSync(['*', `${ROOMS}/**`], { cwd: root, exclude: (path) => LEFT_OUT.test(path) });

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];

/** What running the project makes: no file of the repository. */
const MADE = ['web/dist', 'bench/results', 'supabase/supabase'];
const ALIASES = /^#(?=domain|import-export)/;

/** A path as the pages write it: with the room first, or the end of one; `*` and `{a,b}` are allowed. */
function isPath(word: string): boolean {
  // Names to be filled in, such as `NAME.sql`.
  if (/[A-Z]{4}/.test(word) && !word.endsWith('.md')) return false;
  if (!/^[#\w.*{},/-]+$/.test(word) || MADE.includes(word)) return false;
  const [first = ''] = word.split('/');
  return (
    /\.(?:ts|tsx|sql|sh|md)$/.test(word) ||
    (word.includes('/') && (ALIASES.test(word) || ROOMS.slice(1, -1).split(',').includes(first)))
  );
}

function isThere(path: string): boolean {
  const escaped = path
    .replace(ALIASES, 'supabase/functions/_shared/')
    .replace(/\/$/, '')
    .replaceAll('.', String.raw`\.`)
    .replaceAll('*', '[^/]*')
    .replaceAll(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  const end = new RegExp(`(?:^|/)${escaped}$`);
  return files.some((file) => end.test(file));
}

/** The paths that a page names in code, but for blocks of it, and its links to other files. */
function missingIn(page: string, text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  const named = [...prose.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => isPath(word) && !isThere(word));
  const linked = [...prose.replaceAll(/`[^`\n]*`/g, '').matchAll(/(?<!')\[[^\]]*\]\(([^)#\s]+)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/^[a-z]+:/.test(path) && !existsSync(join(root, dirname(page), path)));
  return [...named, ...linked].map((path) => `${page}: ${path}`);
}

test('design §2: every path that README and docs name is there', () => {
  expect(pages.length).toBeGreaterThan(60);
  expect(pages.flatMap((page) => missingIn(page, read(page)))).toEqual([]);
});

test('design §2: a path that is not there would be found', () => {
  const missing = (text: string) => missingIn('docs/limits.md', text);
  expect(missing('`web/src/none/`, `none.ts`, `#domain/none.ts`, [a](none.md)')).toHaveLength(4);
  expect(missing('`web/src/lib/`, `later.ts`, `#domain/task.ts`, [a](spec.md#3)')).toEqual([]);
});

test('design §2: code cites documents of this repository only', () => {
  const code = files.filter((file) => /\.(?:ts|tsx|sql|css|toml|yaml)$/.test(file));
  const missing = code.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/])(?:docs\/[\w./-]+\w|decision (\d+))/g)]
      .filter(([cited, number]) => {
        const path = number ? `docs/decisions/${number.padStart(4, '0')}` : cited;
        return !files.some((one) => one.startsWith(path));
      })
      .map(([cited]) => `${file}: ${cited}`),
  );
  expect(code.length).toBeGreaterThan(900);
  expect(missing).toEqual([]);
});
