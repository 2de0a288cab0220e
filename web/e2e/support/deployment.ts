import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';

const BUILD = resolve(import.meta.dirname, '../../dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
const WORKER = '/service-worker.js';

/** The built web app behind a server of its own, of which new versions can be put in place. */
export type Deployment = AsyncDisposable & {
  url: string;
  /** Files that were asked for since the last look. */
  asked(): string[];
  /**
   * Another version, whose page says so in a `meta` named `version`. Its scripts have other names; those
   * of the version before are gone.
   */
  deploy(version: string): void;
  /** As while a deployment is under way: the worker is newer than the page. */
  deployWorkerOnly(version: string): void;
};

async function readBuild(): Promise<Map<string, Buffer>> {
  const entries = await readdir(BUILD, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const read = async (file: string) => [file.slice(BUILD.length), await readFile(file)] as const;
  return new Map(await Promise.all(files.map(read)));
}

export async function startDeployment(): Promise<Deployment> {
  const files = await readBuild();
  const config = JSON.stringify({ supabaseUrl: '/', publishableKey: 'sb_publishable_none' });
  files.set('/config.json', Buffer.from(config));
  let asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const isPage = request.headers.accept?.includes('text/html') && !extname(pathname);
    const body = files.get(isPage ? '/index.html' : pathname);
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[isPage ? '.html' : extname(pathname)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const edit = (path: string, change: (text: string) => string) => {
    const text = files.get(path)?.toString() ?? '';
    const changed = change(text);
    if (changed === text) throw new Error(`${path} is not as expected`);
    files.set(path, Buffer.from(changed));
  };
  const nameWorker = (version: string) =>
    edit(WORKER, (text) => text.replace(/version:(.)\w+\1/, `version:$1${version}$1`));
  return {
    url: `http://localhost:${port}`,
    asked: () => asked.splice(0),
    deploy(version) {
      nameWorker(version);
      edit('/index.html', (text) =>
        text.replace('</head>', `<meta name="version" content="${version}"></head>`),
      );
      const scripts = [...files.keys()].filter((path) => /^\/assets\/.*\.js$/.test(path));
      const renamed = (text: string) =>
        scripts.reduce((all, path) => {
          const name = path.slice('/assets/'.length);
          return all.replaceAll(name, name.replace('.js', `-${version}.js`));
        }, text);
      const texts = [...files].filter(([path]) => /\.(js|html)$/.test(path));
      for (const [path, body] of texts) {
        files.delete(path);
        files.set(renamed(path), Buffer.from(renamed(body.toString())));
      }
    },
    deployWorkerOnly(version) {
      nameWorker(version);
      edit(WORKER, (text) =>
        text.replace(/entry:(.)[^`'"]+\1/, 'entry:$1/assets/index-newer000.js$1'),
      );
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
