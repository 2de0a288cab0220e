import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiPage } from './api-page.ts';
import { sharedChunk } from './chunks.ts';
import { firstFiles } from './first-files.ts';
import { serviceWorker } from './build-worker.ts';

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const stack = process.env.ALMANAC_STACK ?? 'http://localhost:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), firstFiles(), apiPage(), serviceWorker()],
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(version) },
  resolve: {
    alias: {
      // supabase-js always brings its file storage along, 7 kB that the product never calls.
      '@supabase/storage-js': fileURLToPath(new URL('without-file-storage.ts', import.meta.url)),
    },
  },
  // `:dir()` stays as it is (`Features.DirSelector`): by `:lang()`, in its place for older browsers, no
  // text that says its own direction is found.
  css: { lightningcss: { exclude: 4 } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Names the chunks for size-limit.
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: sharedChunk, priority: 1 },
          ],
        },
      },
    },
  },
  // One file: the policy of an asset lets a worker fetch no other.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  server: {
    fs: {
      // Not the whole project, as by default: beside the sources lies the data folder.
      allow: [
        '.',
        '../supabase/functions/_shared/domain',
        '../supabase/functions/_shared/import-export',
        '../node_modules',
      ],
      deny: ['.env', '.env.*', '*.{key,crt,pem}', '**/.git/**', '**/.data/**', 'secrets.json'],
    },
    // The development server stands in front of a running stack (`npm start`), on the same origin
    // for the browser, so that cookies and `/config.json` work as they do in production.
    proxy: {
      ...Object.fromEntries(
        ['/rest/v1', '/auth/v1', '/functions/v1', '/api/', '/config.json', '/health'].map(
          (path) => [path, stack],
        ),
      ),
      '/realtime/v1': { target: stack, ws: true },
    },
  },
});
