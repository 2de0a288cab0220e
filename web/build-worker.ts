import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Plugin, Rolldown } from 'vite';
import { WORKER_PATH } from './src/service-worker/requests.ts';

const SOURCE = fileURLToPath(new URL('src/service-worker/worker.ts', import.meta.url));
const PAGE = 'index.html';
/**
 * What a start without a network does not need: a file for crawlers, the page of the API, and the parts of the typeface
 * for other scripts, which the browser keeps once it needed them (the device's own face stands in).
 */
const LEFT_OUT = /^robots\.txt$|^api\/|\/source-sans-3-(?!latin-wght)|^screenshot-/;

/** Everything that was built and is served, by its name below the folder. */
async function readBuild(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => !/(^|\/)\./.test(name) && !LEFT_OUT.test(name))
    .toSorted();
  const read = async (name: string) => [name, await readFile(join(folder, name))] as const;
  return new Map(await Promise.all(names.map(read)));
}

function versionOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [name, body] of files) hash.update(`${name}\0${body.length}\0`).update(body);
  return hash.digest('hex').slice(0, 16);
}

/** The worker as one script, with what it is to keep. */
async function bundleWorker(shell: object): Promise<string> {
  const bundle = await rolldown({
    input: SOURCE,
    transform: { define: { SHELL: JSON.stringify(shell) } },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}

/**
 * Writes the service worker beside the finished build, with the list of its files: a build that
 * differs in any byte makes another worker, by which browsers learn of it.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'almanac-service-worker',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      async handler({ dir }, bundle) {
        const isEntry = (output: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
          output.type === 'chunk' && output.isEntry;
        const entry = Object.values(bundle).find(isEntry);
        if (!dir || !entry) throw new Error('There is no build to keep.');
        const files = await readBuild(dir);
        const shell = {
          version: versionOf(files),
          entry: `/${entry.fileName}`,
          files: [...files.keys()].filter((name) => name !== PAGE).map((name) => `/${name}`),
        };
        await writeFile(join(dir, WORKER_PATH), await bundleWorker(shell));
      },
    },
  };
}
