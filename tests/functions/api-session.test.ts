import { createServerClient } from '@supabase/ssr';
import { expect, test } from 'vitest';
import { SESSION_COOKIE } from '#domain/session.ts';
import { actor, serviceRole, unique } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { call } from './support/call.ts';
import { startFunction } from './support/deno.ts';
import { api, browser, field } from './support/api.ts';

test('spec §7 login: sets the web app’s cookie, and the cookie is the session', async () => {
  const anna = await actor('anna');
  const chrome = browser();
  const { username, password } = anna;
  const login = await chrome.api('POST', '/auth/login', {
    body: { username: username.toUpperCase(), password },
  });
  expect(login).toMatchObject({ status: 200, body: { success: true, mustChangePassword: false } });
  expect([...chrome.cookies.keys()].every((name) => name.startsWith(SESSION_COOKIE))).toBe(true);
  const [cookie = ''] = login.headers.getSetCookie();
  expect(cookie).toMatch(/Path=\//);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(await chrome.api('GET', '/auth/user')).toMatchObject({
    status: 200,
    body: { id: anna.id, username, isAdmin: expect.any(Boolean), theme: 'light' },
  });

  // The web app reads the very same cookie.
  const web = createServerClient(supabase.url, supabase.publishableKey, {
    cookieOptions: { name: SESSION_COOKIE },
    cookies: {
      getAll: () => [...chrome.cookies].map(([name, value]) => ({ name, value })),
      setAll: () => undefined,
    },
  });
  expect((await web.auth.getUser()).data.user?.id).toBe(anna.id);
});

test('spec §7 session: a cookie whose token has run out is renewed on the way', async () => {
  const anna = await actor('anna');
  const chrome = browser();
  const { username, password } = anna;
  await chrome.api('POST', '/auth/login', { body: { username, password } });
  const encoded = [...chrome.cookies.values()].join('').replace(/^base64-/, '');
  const session: Record<string, unknown> = Object(
    JSON.parse(Buffer.from(encoded, 'base64url').toString()),
  );
  const expired = JSON.stringify({ ...session, expires_at: 1 });
  chrome.cookies.clear();
  chrome.cookies.set(SESSION_COOKIE, `base64-${Buffer.from(expired).toString('base64url')}`);
  const answer = await chrome.api('GET', '/auth/user');
  expect(answer).toMatchObject({ status: 200, body: { id: anna.id } });
  expect(answer.headers.getSetCookie().length).toBeGreaterThan(0);
  expect(await chrome.api('GET', '/auth/user')).toMatchObject({ status: 200 });

  chrome.cookies.clear();
  const spoilt = JSON.stringify({ ...session, expires_at: 1, refresh_token: 'spoilt' });
  chrome.cookies.set(SESSION_COOKIE, `base64-${Buffer.from(spoilt).toString('base64url')}`);
  expect((await chrome.api('GET', '/auth/user')).status).toBe(401);
  chrome.cookies.set(SESSION_COOKIE, 'base64-garbage');
  expect((await chrome.api('GET', '/auth/user')).status).toBe(401);
});

test('spec §7 login: the cookie is Secure where the page came by https', async () => {
  const anna = await actor('anna');
  const { username, password } = anna;
  // Without the gateway in between, which believes trusted proxies alone.
  const behind = await startFunction('api', { SITE_URL: 'https://almanac.example' });
  const cookieBy = async (proto: string) => {
    const login = await call('api/auth/login', {
      base: behind.base,
      body: { username, password },
      headers: { 'x-forwarded-proto': proto },
    });
    return login.headers.getSetCookie()[0];
  };
  try {
    expect(await cookieBy('https')).toMatch(/; Secure/i);
    expect(await cookieBy('http')).not.toMatch(/; Secure/i);
  } finally {
    await behind.stop();
  }
});

test('spec §7 login: scripts use the answered token', async () => {
  const anna = await actor('anna');
  const { username, password } = anna;
  const login = await api('POST', '/auth/login', { body: { username, password } });
  const token = String(field(login, 'accessToken'));
  expect(await api('GET', '/auth/user', { token })).toMatchObject({ status: 200 });
});

test('spec §7 login: a wrong name and a wrong password are the same 401', async () => {
  const anna = await actor('anna');
  for (const body of [
    { username: anna.username, password: 'wrong' },
    { username: unique('nobody'), password: anna.password },
  ]) {
    expect(await api('POST', '/auth/login', { body })).toMatchObject({
      status: 401,
      body: { message: 'Invalid username or password', code: 'invalid_credentials' },
    });
  }
});

test.each(['/auth/logout', '/logout'])('spec §7 POST /api%s ends the session', async (path) => {
  const anna = await actor('anna');
  const chrome = browser();
  const { username, password } = anna;
  const login = await chrome.api('POST', '/auth/login', { body: { username, password } });
  const token = String(field(login, 'accessToken'));
  expect(await chrome.api('POST', path)).toMatchObject({ status: 200, body: { success: true } });
  expect(chrome.cookies.size).toBe(0);
  expect((await chrome.api('GET', '/auth/user')).status).toBe(401);
  // Its token is well signed still, and lists are begun with it before it is looked up.
  for (const one of ['/auth/user', '/tasks', '/contacts', '/notes', '/folders', '/categories']) {
    const answer = await api('GET', one, { token });
    expect(answer, one).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  }
  // The other session of the user goes on.
  expect((await api('GET', '/auth/user', { token: anna.token })).status).toBe(200);
  expect((await chrome.api('POST', path)).status).toBe(200);
});

test('spec §7 register: as account/register', async () => {
  const username = unique('reg');
  const body = { username, password: 'secret-1', email: '' };
  expect(await api('POST', '/auth/register', { body })).toMatchObject({
    status: 201,
    body: { success: true },
  });
  expect(await api('POST', '/auth/register', { body })).toMatchObject({ status: 409 });
  const { data } = await serviceRole()
    .from('profiles')
    .select('id')
    .eq('username', username)
    .single<{ id: string }>();
  if (data) await serviceRole().auth.admin.deleteUser(data.id);
});

test('spec §7 change password: by the cookie session, which stays', async () => {
  const anna = await actor('anna');
  const chrome = browser();
  const { username, password } = anna;
  await chrome.api('POST', '/auth/login', { body: { username, password } });
  const body = { currentPassword: password, newPassword: 'New-secret-2' };
  expect(await chrome.api('POST', '/auth/change-password', { body })).toMatchObject({
    status: 200,
  });
  expect((await chrome.api('GET', '/auth/user')).status).toBe(200);
  expect((await api('GET', '/auth/user', { token: anna.token })).status).toBe(401);
});

test.each([
  ['header-color', { headerColor: 'purple' }, { headerColor: 'purple' }, { headerColor: 'pink' }],
  ['theme', { theme: 'dark' }, { theme: 'dark' }, { theme: 'dim' }],
  ['contact-view-mode', { viewMode: 'list' }, { contactViewMode: 'list' }, { viewMode: 'grid' }],
])('spec §7 PATCH /api/user/%s', async (path, body, stored, wrong) => {
  const { token } = await actor('anna');
  expect(await api('PATCH', `/user/${path}`, { token, body })).toMatchObject({
    status: 200,
    body: stored,
  });
  expect(await api('GET', '/auth/user', { token })).toMatchObject({ body: stored });
  expect(await api('PATCH', `/user/${path}`, { token, body: wrong })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(Object.keys(wrong)[0] ?? '') },
  });
});

test.each([
  ['Origin of another site', { origin: 'https://evil.example' }, 403],
  ['Origin null', { origin: 'null' }, 403],
  ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['same-site', { 'sec-fetch-site': 'same-site' }, 403],
  ['same-origin', { 'sec-fetch-site': 'same-origin' }, 201],
  ['typed by the user', { 'sec-fetch-site': 'none' }, 201],
  ['own Origin', { origin: supabase.url }, 201],
  ['a program', {}, 201],
])('design §4 other sites: a change from %s', async (_who, headers, status) => {
  const anna = await actor('anna');
  const chrome = browser();
  const { username, password } = anna;
  await chrome.api('POST', '/auth/login', { body: { username, password } });
  const answer = await chrome.api('POST', '/tasks', { body: { title: 'From there' }, headers });
  expect(answer.status).toBe(status);
  const tasks = await chrome.api('GET', '/tasks', { headers });
  expect(tasks).toMatchObject({ status: 200, body: status === 201 ? [{}] : [] });
});
