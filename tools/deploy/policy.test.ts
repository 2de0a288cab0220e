import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { documentPolicy, inlineScriptHashes } from '../../stack/gateway/headers.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

test('design §1 deploy: the policy of deploy/Caddyfile.supabase lets the inline script of the page run, and no other', () => {
  const hashes = inlineScriptHashes(read('web/index.html'));
  expect(hashes).toHaveLength(1);
  expect(read('deploy/Caddyfile.supabase').match(/'sha256-[^']+'/g)).toEqual(hashes);
});

test('design §1 deploy: that policy is the gateway’s own, but for the addresses of Supabase', () => {
  const hashes = inlineScriptHashes(read('web/index.html'));
  const [, policy = ''] =
    /Content-Security-Policy "(default-src 'self'[^"]+)"/.exec(read('deploy/Caddyfile.supabase')) ??
    [];
  const own = documentPolicy(hashes, '{hostport}');
  const withoutSockets = (text: string) => text.replace(/connect-src [^;]+;/, 'connect-src …;');
  expect(withoutSockets(policy)).toBe(withoutSockets(own));
});
