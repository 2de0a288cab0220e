import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseEncoding, isCompressible } from './encoding.ts';
import { documentPolicy, inlineScriptHashes } from './headers.ts';
import { routeOf } from './routes.ts';

test('design §1: inline scripts of the page run by their hash, and no others', () => {
  const code = '\n  let a = "<b>";\n';
  const hash = createHash('sha256').update(code).digest('base64');
  const html = `<script>${code}</script><script type="module" src="/assets/a.js"></script>`;
  const hashes = inlineScriptHashes(html);
  expect(hashes).toEqual([`'sha256-${hash}'`]);
  const policy = documentPolicy(hashes, 'localhost:3000');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toContain("connect-src 'self' ws://localhost:3000 wss://localhost:3000;");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('design §1: the page that is shipped runs its own scripts only, and evaluates nothing', async () => {
  const html = await readFile(join(import.meta.dirname, '../../web/index.html'), 'utf8');
  const hashes = inlineScriptHashes(html);
  expect(hashes).toHaveLength(1);
  expect(html).not.toMatch(/\son[a-z]+\s*=|javascript:|<base/i);
  expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
  const policy = new Map(
    documentPolicy(hashes, 'almanac.example')
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );
  expect(policy.get('default-src')).toEqual(["'self'"]);
  expect(policy.get('script-src')).toEqual(["'self'", ...hashes]);
  expect(policy.get('worker-src')).toEqual(["'self'"]);
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) {
    expect(policy.get(name)).toEqual(["'none'"]);
  }
  const lax = [...policy].filter(([, sources]) =>
    sources.some((one) => /unsafe|\*|^https?:/.test(one)),
  );
  // Popovers and dialogs are placed by inline styles; scripts have no such excuse.
  expect(lax).toEqual([['style-src', ["'self'", "'unsafe-inline'"]]]);
});

test('design §1: a Host header cannot write into the policy', () => {
  for (const host of ['a; script-src *', 'a b', '', undefined]) {
    expect(documentPolicy([], host)).toContain("connect-src 'self';");
  }
});

test.each([
  ['/rest/v1', 'rest'],
  ['/rest/v1/tasks?select=*', 'rest'],
  ['/rest/v10/tasks', 'files'],
  ['/auth/v1/token?grant_type=password', 'auth'],
  ['/realtime/v1/websocket', 'realtime'],
  ['/functions/v1/account/login', 'functions'],
  ['/api', 'api'],
  ['/api/tasks', 'api'],
  ['/apis', 'files'],
  ['/config.json', 'config'],
  ['/health', 'health'],
  ['/', 'files'],
  ['/_system/info', 'files'],
  ['/rest/v1/../../etc/passwd', 'malformed'],
  ['/rest/v1/%2E%2e/auth/v1', 'malformed'],
  ['/a\\..\\b', 'malformed'],
  ['/a%5Cb', 'malformed'],
  ['/rest/v1/a%5cb', 'malformed'],
  ['/api/categories/a%5Cb', 'api'],
  ['/functions/v1/api/categories/a%5cb', 'functions'],
  ['/api/categories/a\\b', 'malformed'],
  ['/api/..%5C../%2e%2e', 'malformed'],
  ['/rest/v1/tasks?title=eq.%00', 'malformed'],
  ['http://elsewhere/rest/v1', 'malformed'],
  ['*', 'malformed'],
])('design §1: %s is for %s', (target, route) => {
  expect(routeOf(target)).toBe(route);
});

test('design §1: answers are compressed as the client allows', () => {
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br');
  expect(chooseEncoding('br;q=0, gzip;q=0.5')).toBe('gzip');
  expect(chooseEncoding('identity')).toBeUndefined();
  expect(chooseEncoding(undefined)).toBeUndefined();
  expect(isCompressible('application/json; charset=utf-8')).toBe(true);
  expect(isCompressible('application/vnd.pgrst.object+json')).toBe(true);
  expect(isCompressible('image/png')).toBe(false);
  expect(isCompressible('text/event-stream')).toBe(false);
});
