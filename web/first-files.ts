import type { Plugin, Rolldown } from 'vite';

/** Which modules stand for the first screen of a path; `visitor`: of whoever is not signed in. */
const SCREENS: Record<string, string[]> = {
  visitor: ['login-route.tsx'],
  '/': ['tasks-route.tsx', 'supabase/ssr'],
  '/contacts': ['contacts-route.tsx', 'supabase/ssr'],
  '/notes': ['notes-route.tsx', 'supabase/ssr'],
};

type Chunk = Rolldown.OutputChunk;

/** The chunk of a module and all that it imports, without those in `known`. */
function closure(start: Chunk, chunks: Map<string, Chunk>, known: ReadonlySet<string>): string[] {
  const files = new Set([start.fileName]);
  for (const file of files) for (const next of chunks.get(file)?.imports ?? []) files.add(next);
  return [...files].filter((file) => !known.has(file));
}

function listFiles(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const all = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const entry = all.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The bundle has no entry.');
  const known = new Set(closure(entry, chunks, new Set()));
  const find = (module: string) => {
    const found = all.find(({ facadeModuleId }) => facadeModuleId?.includes(module));
    if (!found) throw new Error(`${module} is no chunk of its own any more.`);
    return closure(found, chunks, known);
  };
  return Object.fromEntries(
    Object.entries(SCREENS).map(([path, modules]) => [
      path,
      [...new Set(modules.flatMap(find))].map((file) => `/${file}`),
    ]),
  );
}

/**
 * Writes into index.html which files the first screen needs beside the entry, where its inline
 * script finds them: else the browser would learn of them only when the entry runs. In a `meta`, so
 * that the script, whose hash proxies are configured with, stays the same from build to build.
 */
export function firstFiles(): Plugin {
  return {
    name: 'almanac-first-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html.replace(
          '%FIRST_FILES%',
          JSON.stringify(bundle ? listFiles(bundle) : {}).replaceAll('"', '&quot;'),
        ),
    },
  };
}
