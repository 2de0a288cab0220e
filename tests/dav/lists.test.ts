import { beforeEach, expect, test } from 'vitest';
import { actor, type Actor } from '../support/actors.ts';
import { done } from '../support/changes.ts';
import { succeeded } from '../support/outcomes.ts';
import { appPassword } from '../support/programs.ts';
import { ask } from './support.ts';

let ann: Actor;
let password: string;
let home: string;

beforeEach(async () => {
  ann = await actor('ann');
  ({ password } = await appPassword(ann, 'dav'));
  home = `/dav/calendars/${ann.username}`;
});

const dav = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  ask(ann, password, method, path, { headers, ...(body !== undefined && { body }) });
const todo = (uid: string) =>
  `BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:${uid}\r\nSUMMARY:${uid}\r\nX-MINE:1\r\nEND:VTODO\r\nEND:VCALENDAR\r\n`;
const put = (path: string, uid: string) =>
  dav('PUT', `${home}/${path}`, todo(uid), { 'content-type': 'text/calendar' });
const category = async (name: string) =>
  String(
    succeeded(await ann.client.from('categories').insert({ name }).select('uid').single()).uid,
  );
const tasks = async () =>
  succeeded(
    await ann.client.from('tasks').select('title, category').is('deleted_at', null).order('title'),
  );
const properties = async (list: string) =>
  (
    await dav(
      'PROPFIND',
      `${home}/${list}/`,
      '<propfind xmlns="DAV:" xmlns:A="http://apple.com/ns/ical/"><prop><displayname/><A:calendar-color/><A:calendar-order/></prop></propfind>',
      { depth: '0' },
    )
  ).text;
const set = (list: string, inner: string, headers = {}) =>
  dav(
    'PROPPATCH',
    `${home}/${list}/`,
    `<propertyupdate xmlns="DAV:" xmlns:A="http://apple.com/ns/ical/"><set><prop>${inner}</prop></set></propertyupdate>`,
    headers,
  );

test('design §7 DAV: a program orders the lists, and gives a colour to the one without a category', async () => {
  const garden = await category('Garden');
  const order = (number: string) => `<A:calendar-order>${number}</A:calendar-order>`;
  expect((await set(garden, order('3'))).text).toContain('200 OK');
  expect(
    (await set(garden, `<displayname>Allotment</displayname>${order('-7')}`)).text,
  ).not.toContain(' 403 ');
  expect(await properties(garden)).toContain('<A:calendar-order>-7<');
  expect(await properties(garden)).toContain('<D:displayname>Allotment<');
  expect(
    (await set('none', `<A:calendar-color>#FF0000FF</A:calendar-color>${order('1')}`)).text,
  ).not.toContain(' 403 ');
  expect(await properties('none')).toContain('<A:calendar-color>#dc2f2fff<');
  expect(await properties('none')).toContain('<A:calendar-order>1<');
  // The other one is not touched by what is refused.
  const refused = await set('none', `<displayname>Mine</displayname>${order('2')}`);
  expect(refused.text).toMatch(/displayname\/>.*403 Forbidden.*calendar-order\/>.*424/u);
  expect(await properties('none')).toContain('<A:calendar-order>1<');
  for (const wrong of ['x', '1e99', '1.5'])
    expect((await set('none', order(wrong))).text).toContain('403 Forbidden');
  expect(await set('nowhere', order('1'))).toMatchObject({ status: 404 });
  // RFC 8144, 2.2.
  expect(await set('none', order('5'), { prefer: 'return=minimal' })).toMatchObject({
    status: 204,
    text: '',
  });
});

test('RFC 4918 9.6: a list is deleted with its tasks, which are in the trash, and can be made again', async () => {
  const garden = await category('Garden');
  const other = await category('Other');
  await put(`${garden}/a.ics`, 'a');
  await put(`${other}/b.ics`, 'b');
  await put('none/c.ics', 'c');
  expect(await dav('DELETE', `${home}/${garden}/`)).toMatchObject({ status: 204 });
  expect(await tasks()).toMatchObject([{ title: 'b' }, { title: 'c' }]);
  expect(await dav('DELETE', `${home}/${garden}/`)).toMatchObject({ status: 404 });
  const kept = await ann.client.from('tasks').select('uid').eq('title', 'a').single();
  await done(ann, { table: 'tasks', uid: kept.data?.uid, restore: true });
  expect((await dav('GET', `${home}/none/a.ics`)).text).toBe(todo('a'));

  for (const list of ['none', 'due'])
    expect(await dav('DELETE', `${home}/${list}/`)).toMatchObject({ status: 403 });
  const book = `/dav/addressbooks/${ann.username}/contacts/`;
  for (const path of ['/dav/', `${home}/`, book])
    expect(await dav('DELETE', path)).toMatchObject({ status: 403 });
  expect(await tasks()).toHaveLength(3);

  const make = (name: string) =>
    dav(
      'MKCALENDAR',
      `${home}/${garden}/`,
      `<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop><displayname>${name}</displayname></prop></set></C:mkcalendar>`,
    );
  // Also, as litmus does, under the very name that it had.
  for (const name of ['Orchard', 'Orchard']) {
    expect(await make(name)).toMatchObject({ status: 201 });
    expect(await properties(garden)).toContain('<D:displayname>Orchard<');
    expect(await dav('DELETE', `${home}/${garden}/`)).toMatchObject({ status: 204 });
  }
});

test('RFC 4918 9.9: a task is moved to another list as it is, if nobody has changed it', async () => {
  const garden = await category('Garden');
  const { headers } = await put('none/a.ics', 'a');
  const etag = headers.get('etag') ?? '';
  const move = (from: string, to: string, more: Record<string, string> = {}) =>
    dav('MOVE', `${home}/${from}`, undefined, {
      destination: `http://localhost${home}/${to}`,
      ...more,
    });
  expect(await move('none/a.ics', `${garden}/a.ics`, { 'if-match': '"1"' })).toMatchObject({
    status: 412,
  });
  expect(await move('none/a.ics', `${crypto.randomUUID()}/a.ics`)).toMatchObject({ status: 409 });
  expect(await move('none/b.ics', `${garden}/b.ics`)).toMatchObject({ status: 404 });
  expect(await tasks()).toMatchObject([{ category: null }]);
  expect(await move('none/a.ics', `${garden}/a.ics`, { 'if-match': etag })).toMatchObject({
    status: 201,
  });
  expect(await tasks()).toMatchObject([{ title: 'a', category: 'Garden' }]);
  expect((await dav('GET', `${home}/${garden}/a.ics`)).text).toBe(todo('a'));
  expect(await dav('GET', `${home}/none/a.ics`)).toMatchObject({ status: 404 });
  // Another one of the same UID stands there.
  await put('none/b.ics', 'a');
  const clash = await move(`${garden}/a.ics`, 'none/a.ics');
  expect(clash.status).toBe(409);
  expect(clash.text).toContain(`<C:no-uid-conflict><D:href>${home}/none/b.ics</D:href>`);
  for (const to of [`${garden}/other.ics`, 'due/a.ics', `${garden}/`, '../contacts/a.vcf'])
    expect([403, 502], to).toContain((await move(`${garden}/a.ics`, to)).status);
  const eve = await actor('eve');
  const stolen = await dav('MOVE', `${home}/${garden}/a.ics`, undefined, {
    destination: `/dav/calendars/${eve.username}/none/a.ics`,
  });
  expect(stolen.status).toBe(502);
});
