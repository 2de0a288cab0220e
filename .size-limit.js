import { readFileSync } from 'node:fs';

/** @type {Record<string, { file: string, imports?: string[], isEntry?: boolean }>} */
const manifest = JSON.parse(readFileSync('web/dist/.vite/manifest.json', 'utf8'));

const DRAWING = '../node_modules/react-dom/client.js';

/**
 * The scripts that must arrive before a screen: the entry, what draws, the screen's chunk and their
 * imports.
 */
function scriptsOf(...screens) {
  const wanted = Object.keys(manifest).filter((key) => manifest[key].isEntry);
  for (const screen of [DRAWING, ...screens]) {
    if (!manifest[screen]) throw new Error(`${screen} is no chunk of its own any more`);
    wanted.push(screen);
  }
  for (const key of wanted)
    for (const imported of manifest[key].imports ?? [])
      if (!wanted.includes(imported)) wanted.push(imported);
  return wanted
    .map((key) => `web/dist/${manifest[key].file}`)
    .filter((file) => file.endsWith('.js'));
}

const WORDS = '../supabase/functions/_shared/domain/words';

/** What the quick add fetches with the first letter: grammar and chips, one language and English. */
function quickAddIn(language) {
  const first = new Set(scriptsOf('src/app/routes/tasks-route.tsx', 'src/sync/copy.ts'));
  const shared = Object.keys(manifest).filter((key) => key.startsWith('_words-'));
  if (shared.length !== 1) throw new Error('The quick add is divided otherwise now');
  const modules = [...shared, `${WORDS}/${language}.ts`, `${WORDS}/en.ts`];
  return {
    name: `Quick add in words, ${language}`,
    path: scriptsOf(...modules).filter((file) => !first.has(file)),
    limit: '20 kB',
    gzip: true,
  };
}

/** What comes with the search over everything, beyond the first row and what every window needs. */
function palette() {
  const screens = ['src/app/routes/tasks-route.tsx', 'src/sync/copy.ts', 'src/app/signed-in.tsx'];
  const first = new Set(scriptsOf(...screens, 'src/features/tasks/task-dialog.tsx'));
  return {
    name: 'Command palette',
    path: scriptsOf('src/app/palette/palette.tsx').filter((file) => !first.has(file)),
    limit: '12 kB',
    gzip: true,
  };
}

export default [
  {
    name: 'JavaScript before the sign-in form',
    path: scriptsOf('src/features/auth/login-page.tsx'),
    limit: '140 kB',
    gzip: true,
  },
  {
    name: 'JavaScript before the first task row',
    path: scriptsOf(
      'src/app/routes/tasks-route.tsx',
      'src/sync/copy.ts',
      '../node_modules/@supabase/ssr/dist/module/index.js',
    ),
    limit: '220 kB',
    gzip: true,
  },
  {
    name: 'Typeface before the first text',
    path: 'web/dist/assets/source-sans-3-latin-wght-normal-*.woff2',
    limit: '60 kB',
    gzip: false,
  },
  palette(),
  ...['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'].map(quickAddIn),
];
