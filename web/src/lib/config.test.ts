import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const origin = 'https://almanac.example';

test('design §1: the address may be the page’s own origin or another', () => {
  const parse = (supabaseUrl: string) =>
    parseConfig({ supabaseUrl, publishableKey: 'sb_publishable_x' }, origin).supabaseUrl;
  expect(parse('/')).toBe(origin);
  expect(parse('https://abc.supabase.co')).toBe('https://abc.supabase.co');
  expect(parse('https://abc.supabase.co/')).toBe('https://abc.supabase.co');
  expect(parse('/supabase/')).toBe(`${origin}/supabase`);
});

test('design §1: a file that is something else is refused', () => {
  for (const config of [null, {}, { supabaseUrl: '/' }, { supabaseUrl: 1, publishableKey: 'x' }]) {
    expect(() => parseConfig(config, origin)).toThrow('/config.json must hold');
  }
});
