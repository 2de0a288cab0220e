import { readFileSync } from 'node:fs';
import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type InputOptions, type OutputOptions, type Plugin } from 'rolldown';
import { build } from 'vite';

/** Each is a program of its own: a file that Node or Deno is started with, or a worker. */
const PROGRAMS = [
  'stack/main.ts',
  'stack/auth/bcrypt-worker.ts',
  'stack/edge/host.ts',
  'tools/{admin,backup,restore,move}.ts',
];
const FUNCTIONS = ['supabase/functions/*/index.ts'];

type Chunk = { type: string; imports?: string[]; moduleIds?: string[] };

function dependenciesOf(root: string): string[] {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(text);
  return Object.keys(dependencies);
}

/** The modules from npm that went into a bundle, by their path. */
function foreignModules(output: readonly Chunk[]): string[] {
  return output.flatMap(({ moduleIds = [] }) => moduleIds.filter((id) => /node_modules/.test(id)));
}

/** What our texts call a command in a checkout and, here, in the installed package. */
const callAsInstalled: Plugin = {
  name: 'call-as-installed',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: /npm (run|start)/ },
    handler: (code) =>
      code
        .replaceAll(/npm run (?:--silent )?(admin|backup|restore|move)( --)?/g, 'almanac $1')
        .replaceAll('npm start', 'almanac'),
  },
};

async function bundle(root: string, patterns: string[], output: OutputOptions): Promise<string[]> {
  const input: Record<string, string> = {};
  for await (const file of glob(patterns, { cwd: root })) input[file.replace(/\.ts$/, '')] = file;
  const options: InputOptions = {
    cwd: root,
    input,
    platform: 'node',
    plugins: [callAsInstalled],
    // What the installed package depends on is there; everything else has to be inside.
    external: dependenciesOf(root),
    resolve: {
      alias: {
        // A faster driver for pg that is not installed.
        'pg-native': false,
        // Reads SQL for @supabase/lite's SQLite, which is not used, with a file beside it.
        'pgsql-parser': false,
      },
    },
    preserveEntrySignatures: false,
    onLog: (level, { code, message }) => {
      if (level === 'warn') throw new Error(`${code}: ${message}`);
    },
  };
  const built = await rolldown(options);
  try {
    const { output: chunks } = await built.write({ entryFileNames: '[name].js', ...output });
    return foreignModules(chunks);
  } finally {
    await built.close();
  }
}

/**
 * The stack and the command line tools. Our own modules stay files at their places, since they look
 * for their neighbours by `import.meta.dirname`; what is npm's is one file a package in `vendor`.
 * @returns the modules from npm that are inside
 */
export function bundlePrograms(root: string, target: string): Promise<string[]> {
  const own = (id: string) => id.startsWith(`${root}/`) && !id.includes('/node_modules/');
  return bundle(root, PROGRAMS, {
    dir: target,
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'vendor',
          test: /node_modules/,
          name: (id) =>
            /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]?.replace(/^/, 'vendor/'),
        },
        {
          debugName: 'own',
          name: (id, context) =>
            own(id) && !context.getModuleInfo(id)?.isEntry ? id.slice(root.length + 1, -3) : null,
        },
      ],
    },
  });
}

/**
 * The edge functions with what they share, whole: Deno needs no import map and no node_modules.
 * @returns the modules from npm that are inside
 */
export function bundleFunctions(root: string, target: string): Promise<string[]> {
  return bundle(root, FUNCTIONS, {
    dir: target,
    chunkFileNames: 'supabase/functions/_shared/[name].js',
  });
}

/**
 * The web app, as `npm run build` makes it.
 * @returns the modules from npm that are inside
 */
export async function bundleWeb(root: string, target: string): Promise<string[]> {
  const outDir = join(target, 'web/dist');
  const result = await build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  // Which file came from which module is for those who build.
  await rm(join(outDir, '.vite'), { recursive: true });
  if (!('output' in result)) throw new Error('the web app was not built once');
  return foreignModules(result.output);
}
