import { beforeAll, expect, test } from 'vitest';
import { actor, type Actor } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { appPassword } from '../support/programs.ts';
import { ask } from './support.ts';

let ann: Actor;
let password: string;
let home: string;

beforeAll(async () => {
  ann = await actor('ann');
  ({ password } = await appPassword(ann, 'dav'));
  home = `/dav/calendars/${ann.username}`;
});

const dav = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  ask(ann, password, method, path, { headers, ...(body !== undefined && { body }) });
const TODO =
  'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nSUMMARY:T\r\nEND:VTODO\r\nEND:VCALENDAR\r\n';
const calendar = { 'content-type': 'text/calendar' };

test('RFC 7235: nobody, a wrong one and the account’s own password are challenged, whatever the path', async () => {
  for (const path of ['/dav/', `${home}/`, '/dav/calendars/somebody/', '/dav/nowhere/']) {
    const answer = await fetch(`${supabase.url}${path}`, { method: 'PROPFIND' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Basic realm="Almanac"');
  }
  const wrongly = password.replace(/.$/u, (last) => (last === 'x' ? 'y' : 'x'));
  for (const wrong of [ann.password, 'wrong', wrongly])
    expect(await ask(ann, wrong, 'PROPFIND', '/dav/')).toMatchObject({ status: 401 });
  const bearer = { authorization: `Bearer ${ann.token}` };
  expect(await dav('PROPFIND', '/dav/', '', bearer)).toMatchObject({ status: 401 });
});

test('design §4: an app password of another scope opens nothing here', async () => {
  for (const scope of ['api', 'api:read'] as const) {
    const other = await appPassword(ann, scope);
    expect(await ask(ann, other.password, 'PROPFIND', `${home}/`)).toMatchObject({ status: 403 });
  }
});

test('design §4: another’s lists and objects are not there, by whatever address', async () => {
  const eve = await actor('eve');
  const secret = await appPassword(eve, 'dav');
  const made = await dav('PUT', `${home}/none/mine.ics`, TODO, calendar);
  expect(made.status).toBe(201);
  const as = (method: string, path: string, body = '') =>
    ask(eve, secret.password, method, path, { body, headers: { ...calendar, depth: '0' } });
  for (const path of [`${home}/`, `${home}/none/`, `${home}/none/mine.ics`])
    expect(await as('PROPFIND', path)).toMatchObject({ status: 404 });
  expect(await as('DELETE', `${home}/none/mine.ics`)).toMatchObject({ status: 404 });
  expect(await as('PUT', `${home}/none/mine.ics`, TODO)).toMatchObject({ status: 404 });
  const own = `/dav/calendars/${eve.username}/none/mine.ics`;
  expect(await as('DELETE', own)).toMatchObject({ status: 404 });
  // The same name is another object of another person.
  expect(await as('PUT', own, TODO)).toMatchObject({ status: 201 });
  const category = await ann.client
    .from('categories')
    .insert({ name: 'Ann’s' })
    .select('uid')
    .single();
  const theirs = `/dav/calendars/${eve.username}/${category.data?.uid}/`;
  expect(await as('PROPFIND', theirs)).toMatchObject({ status: 404 });
  expect(await as('PUT', `${theirs}x.ics`, TODO)).toMatchObject({ status: 409 });
  expect((await dav('GET', `${home}/none/mine.ics`)).text).toBe(TODO);
});

test('design §4: pages of other sites send nothing with what a browser keeps', async () => {
  const site = { 'sec-fetch-site': 'cross-site', ...calendar };
  expect(await dav('PUT', `${home}/none/evil.ics`, TODO, site)).toMatchObject({ status: 403 });
});
