import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { inlineScriptHashes } from '../../stack/gateway/headers.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

test('design §7 deploy: the policy of deploy/Caddyfile.supabase lets the inline script of the page run, and no other', () => {
  const hashes = inlineScriptHashes(read('web/index.html'));
  expect(hashes).toHaveLength(1);
  expect(read('deploy/Caddyfile.supabase').match(/'sha256-[^']+'/g)).toEqual(hashes);
});
