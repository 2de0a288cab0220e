import { expect, test, afterEach, vi } from 'vitest';
import { parseConfig, sessionUser, clientFetch, mayNeedCode } from './supabase.ts';
import { createChunks, stringToBase64URL } from '@supabase/ssr';

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

const NAME = 'almanac-session';
const session = (id: unknown, more = '') =>
  `base64-${stringToBase64URL(JSON.stringify({ access_token: more, user: { id, name: 'Zoë' } }))}`;
const cookies = (value: string) =>
  ['theme=dark', ...createChunks(NAME, value).map((part) => `${part.name}=${part.value}`)].join(
    '; ',
  );

test('design §5: whose copy is opened is read from the cookies as @supabase/ssr writes them, short and long', () => {
  expect(sessionUser(cookies(session('anna')))).toBe('anna');
  const long = cookies(session('bert', 'x'.repeat(9000)));
  expect(long).toContain(`${NAME}.2=`);
  expect(sessionUser(long)).toBe('bert');
  expect(
    sessionUser(`${NAME}=${encodeURIComponent(JSON.stringify({ user: { id: 'cleo' } }))}`),
  ).toBe('cleo');
});

test('design §5: without a session, or with a damaged one, it is nobody’s', () => {
  const damaged = ['base64-%%%', 'base64-e30', 'nonsense', session(7), '%E0%A4%A'];
  for (const value of damaged) expect(sessionUser(`${NAME}=${value}`), value).toBeUndefined();
  expect(sessionUser('')).toBeUndefined();
  expect(sessionUser('theme=dark; other-almanac-session=1')).toBeUndefined();
});

test('design §4: a session of the password alone is known by its own words, damaged or not', () => {
  const of = (aal: string, status: string) => {
    const token = `e30.${stringToBase64URL(JSON.stringify({ aal }))}.`;
    const user = { id: 'anna', factors: [{ factor_type: 'totp', status }] };
    return cookies(`base64-${stringToBase64URL(JSON.stringify({ access_token: token, user }))}`);
  };
  expect(mayNeedCode(of('aal1', 'verified'))).toBe(true);
  expect(mayNeedCode(of('aal2', 'verified'))).toBe(false);
  expect(mayNeedCode(of('aal1', 'unverified'))).toBe(false);
  expect(mayNeedCode(cookies(session('anna')))).toBe(false);
  const factors = [{ status: 'verified' }];
  const damaged = { access_token: 'x', user: { id: 'anna', factors } };
  expect(mayNeedCode(`${NAME}=${encodeURIComponent(JSON.stringify(damaged))}`)).toBe(false);
  expect(mayNeedCode('')).toBe(false);
});

afterEach(() => void vi.restoreAllMocks());

const MB = 1_000_000;

test.each([
  ['nothing', undefined, 20_000],
  ['a short text', 'x', 20_001],
  ['a megabyte, at 16 kB a second', 'x'.repeat(MB), 82_500],
  ['what is two bytes a character', 'ä'.repeat(MB / 2), 82_500],
  ['as much as there may be', 'x'.repeat(50 * MB), 300_000],
])(
  'design §5: a request is given up after 20 s and the time for its body: %s',
  async (_what, body, expected) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const send = clientFetch(undefined, () => Promise.resolve(new Response()));
    await send('https://example.com/rest/v1/rpc/push_changes', {
      method: 'POST',
      body: body ?? null,
    });
    expect(timeout.mock.calls[0]?.[0]).toBe(expected);
  },
);
