import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { SupabaseConfig } from '../config/config.ts';
import { OperatorError } from '../errors.ts';
import { MODULE_EXTENSION } from '../context.ts';

/** An edge function: its folder below supabase/functions and how it is called. */
export type EdgeFunction = { name: string; url: string; verifyJwt: boolean };

const denoJson = z.object({ imports: z.record(z.string(), z.string()).default({}) });

const INDEX = `index${MODULE_EXTENSION}`;

/** Every folder with an index module that config.toml does not disable. */
export async function findFunctions(
  folder: string,
  config: SupabaseConfig,
): Promise<EdgeFunction[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, INDEX)))
    .filter(({ name }) => config.functions[name]?.enabled ?? true)
    .map(({ name }) => ({
      name,
      url: pathToFileURL(join(folder, name, INDEX)).href,
      verifyJwt: config.functions[name]?.verify_jwt ?? true,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * One import map for all functions. Supabase reads each function's own deno.json, for the shared
 * modules too; in one process they can only share, so they have to agree.
 * @throws OperatorError where two functions want different things by the same name
 */
export async function mergeImports(
  folder: string,
  functions: readonly EdgeFunction[],
): Promise<Record<string, string>> {
  const merged: Record<string, string> = {};
  for (const { name } of functions) {
    const file = join(folder, name, 'deno.json');
    if (!existsSync(file)) continue;
    const { imports } = denoJson.parse(JSON.parse(await readFile(file, 'utf8')));
    for (const [key, value] of Object.entries(imports)) {
      const target = /^\.{1,2}\//.test(value)
        ? new URL(value, pathToFileURL(`${folder}/${name}/`)).href
        : value;
      if (merged[key] !== undefined && merged[key] !== target) {
        throw new OperatorError(
          `supabase/functions/${name}/deno.json: "${key}" is ${value} here and ${merged[key]} in another function`,
        );
      }
      merged[key] = target;
    }
  }
  return merged;
}
