import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { errorCode } from '../errors.ts';
import { chooseEncoding, compress, isCompressible, SMALL, type Encoding } from './encoding.ts';
import { documentPolicy, inlineScriptHashes, withSecurity, WORKER_POLICY } from './headers.ts';

/** By it browsers learn of a new version of the web app. */
const SERVICE_WORKER = '/service-worker.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** A file in memory: raw and, from its first request on, compressed. */
type Asset = {
  body: Buffer;
  type: string;
  etag: string;
  immutable: boolean;
  encoded: Map<Encoding, Promise<Buffer>>;
};

export type StaticFiles = {
  /** Answers the request if it is for a file or a page of the web app. */
  answer(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean>;
};

async function readAsset(folder: string, file: string): Promise<Asset> {
  const body = await readFile(join(folder, file));
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    body,
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    etag: `"${digest}"`,
    immutable: file.startsWith(`assets${sep}`),
    encoded: new Map(),
  };
}

/** Files of the build for other tools, such as .vite/manifest.json, are not served. */
function isHidden(path: string): boolean {
  return /(^|\/)\./.test(path);
}

async function readFolder(folder: string): Promise<Map<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !isHidden(file.split(sep).join('/')));
  const assets = files.map(
    async (file) => [`/${file.split(sep).join('/')}`, await readAsset(folder, file)] as const,
  );
  return new Map(await Promise.all(assets));
}

async function changedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A malformed escape names no file.
    return undefined;
  }
}

/** RFC 9110 13.1.2: a weak comparison, for our own tags. */
function isFresh(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A page that a person opens, as against a file that a page asks for; `/` is one for curl, too. */
function isNavigation(request: IncomingMessage, pathname: string): boolean {
  if (pathname === '/') return true;
  const accepts = request.headers.accept ?? '';
  return accepts.includes('text/html') && !pathname.startsWith('/assets/');
}

/**
 * Serves the built web app from memory. A path is only looked up among the files that were there,
 * never joined to a folder, so none can lead outside. Re-read when a new build appears.
 */
export function createStaticFiles(folder: string): StaticFiles {
  const index = join(folder, 'index.html');
  const written = [index, join(folder, 'assets'), join(folder, SERVICE_WORKER)];
  let assets = new Map<string, Asset>();
  let version = '';
  let hashes: string[] = [];
  let improving = Promise.resolve();

  async function refresh(): Promise<void> {
    const times = await Promise.all(written.map(changedAt));
    // A build writes its page and its chunks in no order, and its service worker at the end.
    const now = times.join(' ');
    if (now === version || times[0] === 0) return;
    assets = await readFolder(folder);
    hashes = inlineScriptHashes(assets.get('/index.html')?.body.toString('utf8') ?? '');
    version = now;
  }

  /**
   * The best compression of a bundle takes a second or more: the first visitor gets a quick one,
   * and the best takes its place when it is done, one after the other.
   */
  function improve(asset: Asset, encoding: Encoding): void {
    const before = improving;
    const encodeBest = async () => {
      await before;
      const best = await compress(asset.body, encoding, true);
      asset.encoded.set(encoding, Promise.resolve(best));
    };
    improving = encodeBest();
  }

  async function encode(asset: Asset, accept: string | undefined) {
    const encoding = chooseEncoding(accept);
    if (!encoding || asset.body.length < SMALL || !isCompressible(asset.type)) {
      return { body: asset.body, encoding: undefined };
    }
    const known = asset.encoded.get(encoding);
    if (known) return { body: await known, encoding };
    const quick = compress(asset.body, encoding, false);
    asset.encoded.set(encoding, quick);
    improve(asset, encoding);
    return { body: await quick, encoding };
  }

  function policyOf(asset: Asset, host: string | undefined): string | undefined {
    if (asset.type.startsWith('text/html')) return documentPolicy(hashes, host);
    return asset === assets.get(SERVICE_WORKER) ? WORKER_POLICY : undefined;
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    asset: Asset,
  ): Promise<void> {
    const policy = policyOf(asset, request.headers.host);
    const headers = withSecurity({
      'content-type': asset.type,
      'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: asset.etag,
      vary: 'accept-encoding',
      'cross-origin-resource-policy': 'same-origin',
      ...(policy && { 'content-security-policy': policy }),
    });
    if (isFresh(request.headers['if-none-match'], asset.etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const accept = request.headers['accept-encoding'];
    const { body, encoding } = await encode(
      asset,
      Array.isArray(accept) ? accept.join(',') : accept,
    );
    response.writeHead(200, {
      ...headers,
      ...(encoding ? { 'content-encoding': encoding } : {}),
      'content-length': body.length,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  return {
    async answer(request, response, pathname) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = decode(pathname);
      if (path === undefined || isHidden(path)) return false;
      const navigates = isNavigation(request, path);
      if (navigates || path === SERVICE_WORKER || !assets.has(path)) await refresh();
      const file = assets.get(path) ?? assets.get(`${path}.html`);
      const asset = file ?? (navigates ? assets.get('/index.html') : undefined);
      if (!asset) return false;
      await send(request, response, asset);
      return true;
    },
  };
}
