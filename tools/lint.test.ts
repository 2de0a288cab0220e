import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);

const room = {
  app: 'web/src/app/a.ts',
  tasksFeature: 'web/src/features/tasks/a.ts',
  notesFeature: 'web/src/features/notes/a.ts',
  tasksData: 'web/src/data/tasks/a.ts',
  notesData: 'web/src/data/notes/a.ts',
  editor: 'web/src/editor/a.ts',
  ui: 'web/src/ui/a.ts',
  sync: 'web/src/sync/a.ts',
  lib: 'web/src/lib/a.ts',
  db: 'web/src/db/a.ts',
  domain: 'supabase/functions/_shared/domain/a.ts',
  shared: 'supabase/functions/_shared/a.ts',
  account: 'supabase/functions/account/a.ts',
  admin: 'supabase/functions/admin/a.ts',
  stack: 'stack/rest/a.ts',
  ownStack: 'stack/testing.ts',
  simulation: 'tests/sync/a.ts',
  tests: 'tests/a.ts',
  e2e: 'web/e2e/a.ts',
};
type Room = keyof typeof room;

const forbidden: [Room, Room][] = [
  ['tasksFeature', 'notesFeature'],
  ['tasksFeature', 'app'],
  ['tasksFeature', 'stack'],
  ['tasksFeature', 'shared'],
  ['tasksData', 'notesData'],
  ['tasksData', 'ui'],
  ['editor', 'ui'],
  ['ui', 'tasksData'],
  ['sync', 'tasksData'],
  ['sync', 'ui'],
  ['editor', 'sync'],
  ['lib', 'sync'],
  ['lib', 'tasksData'],
  ['db', 'lib'],
  ['domain', 'shared'],
  ['account', 'admin'],
  ['shared', 'account'],
  ['stack', 'lib'],
  ['stack', 'account'],
  ['tests', 'lib'],
  ['tests', 'stack'],
  ['tests', 'sync'],
  ['simulation', 'tasksData'],
  ['e2e', 'app'],
  ['e2e', 'sync'],
];
const allowed: [Room, Room][] = [
  ['app', 'tasksFeature'],
  ['tasksFeature', 'tasksData'],
  ['tasksFeature', 'notesData'],
  ['tasksFeature', 'ui'],
  ['tasksData', 'sync'],
  ['tasksData', 'lib'],
  ['sync', 'lib'],
  ['lib', 'db'],
  ['lib', 'domain'],
  ['account', 'shared'],
  ['tests', 'domain'],
  ['tests', 'ownStack'],
  ['simulation', 'sync'],
  ['simulation', 'tests'],
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-lint-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json'])
    await cp(join(root, name), join(folder, name));
  for (const path of Object.values(room)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'export const a = 1;\n');
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function relativeTo(from: Room, to: Room): string {
  const target = relative(dirname(room[from]), room[to]);
  return target.startsWith('.') ? target : `./${target}`;
}

/** The errors that oxlint prints about imports, by the files `FROM-TO.ts` that it prints them for. */
async function violations(
  pairs: [Room, Room][],
  specifierOf: (from: Room, to: Room) => string = relativeTo,
): Promise<string[]> {
  const files = await Promise.all(
    pairs.map(async ([from, to]) => {
      const file = join(dirname(room[from]), `${from}-${to}.ts`);
      await writeFile(join(folder, file), `export { a } from '${specifierOf(from, to)}';\n`);
      return file;
    }),
  );
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json', ...files];
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    diagnostics: { code: string; filename: string }[];
  };
  return report.diagnostics
    .filter(({ code }) => /boundaries|no-restricted-imports/.test(code))
    .map(({ filename }) => filename.replaceAll('\\', '/').split('/').at(-1) ?? '')
    .toSorted();
}

test('design §2 rooms: every planted upward or sideways import fails the lint', async () => {
  expect(await violations(forbidden)).toEqual(
    forbidden.map(([from, to]) => `${from}-${to}.ts`).toSorted(),
  );
});

test('design §2 rooms: imports downwards pass', async () => {
  expect(await violations(allowed)).toEqual([]);
});

test("design §2 rooms: the domain's alias opens no other way to it", async () => {
  const alias = () => '#domain/a.ts';
  const without: [Room, Room][] = [
    ['db', 'domain'],
    ['stack', 'domain'],
    ['ui', 'domain'],
  ];
  expect(await violations(without, alias)).toEqual(without.map(([from]) => `${from}-domain.ts`));
  expect(await violations([['tasksFeature', 'domain']], alias)).toEqual([]);
});
