import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const stack = process.env.ALMANAC_STACK ?? 'http://localhost:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      // supabase-js always brings its file storage along, 7 kB that the product never calls.
      '@supabase/storage-js': fileURLToPath(
        new URL('src/lib/without-file-storage.ts', import.meta.url),
      ),
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Names the chunks for size-limit.
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
  },
  server: {
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
