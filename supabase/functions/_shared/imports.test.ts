import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const functions = new URL('../', import.meta.url);
const importsSchema = z.object({ imports: z.record(z.string(), z.string()) });
const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

function imports(name: string): Record<string, string> {
  const file = new URL(`${name}/deno.json`, functions);
  return importsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).imports;
}

const names = readdirSync(functions, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name);

// Supabase reads one deno.json for each function, for the shared modules too (docs: "Managing
// dependencies"); Node and Vite take the same packages from package.json.
test.each(names)('design §6 imports: %s has what all functions have', (name) => {
  expect(imports(name)).toEqual(imports('account'));
});

test('design §6 imports: the versions are those of package.json', () => {
  const manifest = packageSchema.parse(
    JSON.parse(readFileSync(new URL('../../package.json', functions), 'utf8')),
  );
  const versions = { ...manifest.devDependencies, ...manifest.dependencies };
  for (const target of Object.values(imports('account'))) {
    const [, name = '', version] = /^npm:\/?((?:@[^/]+\/)?[^@/]+)@([^/]+)/.exec(target) ?? [];
    expect(version, target).toBe(versions[name]);
  }
});
