import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import * as z from 'zod';
import { addSampleData } from './fixture/household.ts';
import { packDataFolder, shrink } from './fixture/pack.ts';
import { runTool, startVersion } from './fixture/version.ts';
import { readRows } from './fixture/rows.ts';

const USAGE = `Makes the fixture of a version, for the tests that upgrade it (tests/fixtures/README.md).

  node tools/fixture.ts --project FOLDER [--out FOLDER]

  --project   a checkout of that version, with its node_modules
  --out       tests/fixtures/VERSION, which must not exist`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { project: { type: 'string' }, out: { type: 'string' } },
  });
  if (!values.project) throw new Error(USAGE);
  const project = resolve(values.project);
  const manifest: unknown = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const out = resolve(values.out ?? join(import.meta.dirname, '../tests/fixtures', version));
  await mkdir(out);

  const work = await mkdtemp(join(tmpdir(), 'almanac-fixture-'));
  const dataDir = join(work, 'data');
  try {
    const stack = await startVersion(project, dataDir);
    let end: Awaited<ReturnType<typeof shrink>>;
    try {
      const client = new Client({ connectionString: stack.databaseUrl });
      await client.connect();
      const people = await addSampleData(stack, client);
      await writeFile(join(out, 'people.json'), `${JSON.stringify(people, null, 2)}\n`);
      await writeFile(join(out, 'rows.json'), await readRows(client));
      await runTool(project, 'backup', [join(out, 'household.backup')], { DATA_DIR: dataDir });
      end = await shrink(client);
      await client.end();
    } finally {
      await stack.stop();
    }
    await packDataFolder(dataDir, end, join(out, 'data.tar.gz'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  console.log(`made ${out}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
