import type { Plugin, Rolldown } from 'vite';

/** What main.tsx imports when it runs. */
const EVERYWHERE = 'react-dom/client';
/** The part of the typeface that every page is set in, which the style sheet would ask for later. */
const TYPEFACE = 'source-sans-3-latin-wght-normal';
/**
 * Which modules stand for the first screen of a path; `visitor`: of whoever is not signed in,
 * `server`: what a signed-in person's first visit needs besides.
 */
const SCREENS: Record<string, string[]> = {
  visitor: ['auth/login-page.tsx'],
  server: ['supabase/ssr'],
  '/': ['tasks-route.tsx', 'sync/copy.ts'],
  '/contacts': ['contacts-route.tsx', 'sync/copy.ts'],
  '/notes': ['notes-route.tsx', 'sync/copy.ts'],
};

type Chunk = Rolldown.OutputChunk;

/** The chunk of a module and all that it imports, without those in `known`. */
function closure(start: Chunk, chunks: Map<string, Chunk>, known: ReadonlySet<string>): string[] {
  const files = new Set([start.fileName]);
  for (const file of files) for (const next of chunks.get(file)?.imports ?? []) files.add(next);
  return [...files].filter((file) => !known.has(file));
}

/** The files of the first screens, and those that every page needs. */
function listFiles(bundle: Rolldown.OutputBundle) {
  const all = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const entry = all.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The bundle has no entry.');
  const find = (module: string, known: ReadonlySet<string>) => {
    const found = all.find(({ facadeModuleId }) => facadeModuleId?.includes(module));
    if (!found) throw new Error(`${module} is no chunk of its own any more.`);
    return closure(found, chunks, known);
  };
  const atOnce = closure(entry, chunks, new Set());
  const everywhere = find(EVERYWHERE, new Set(atOnce));
  const known = new Set([...atOnce, ...everywhere]);
  const screens = Object.entries(SCREENS).map(([path, modules]) => [
    path,
    [...new Set(modules.flatMap((module) => find(module, known)))].map((file) => `/${file}`),
  ]);
  const typeface = Object.keys(bundle).find((file) => file.includes(TYPEFACE));
  if (!typeface) throw new Error(`The bundle has no ${TYPEFACE}.`);
  return { typeface, everywhere, screens: Object.fromEntries(screens) as Record<string, string[]> };
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
      handler: (html, { bundle }) => {
        const { typeface, everywhere, screens } = bundle
          ? listFiles(bundle)
          : { typeface: undefined, everywhere: [], screens: {} };
        const font = {
          tag: 'link',
          injectTo: 'head' as const,
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `/${typeface}`,
          },
        };
        return {
          html: html.replace('%FIRST_FILES%', JSON.stringify(screens).replaceAll('"', '&quot;')),
          tags: [
            ...(typeface ? [font] : []),
            ...everywhere.map((file) => ({
              tag: 'link',
              injectTo: 'head' as const,
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            })),
          ],
        };
      },
    },
  };
}
