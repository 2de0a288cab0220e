import { createChunks, stringToBase64URL } from '@supabase/ssr';
import { expect, test } from 'vitest';
import { sessionUser } from './session-cookie.ts';

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
