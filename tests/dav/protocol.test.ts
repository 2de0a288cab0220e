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

test('RFC 6764: where programs look first leads to the root, which names the person', async () => {
  for (const name of ['caldav', 'carddav']) {
    const answer = await dav('PROPFIND', `/.well-known/${name}`, '');
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe('/dav/');
  }
  const options = await fetch(`${supabase.url}/dav/`, { method: 'OPTIONS' });
  expect(options.headers.get('dav')).toContain('calendar-access, addressbook');
  // As iOS asks first.
  const asked = await dav(
    'PROPFIND',
    '/dav/',
    '<?xml version="1.0" encoding="UTF-8"?><A:propfind xmlns:A="DAV:"><A:prop><A:current-user-principal/><A:principal-URL/><A:resourcetype/></A:prop></A:propfind>',
    { depth: '0', 'user-agent': 'iOS/26.0 (23A341) accountsd/1.0' },
  );
  expect(asked.status).toBe(207);
  expect(asked.text).toContain(
    `<D:current-user-principal><D:href>/dav/principals/${ann.username}/`,
  );
  expect(asked.text).toContain('HTTP/1.1 404 Not Found');
});

test('RFC 4918: what is asked of a list and is not there is said, and names of others come back', async () => {
  const { text } = await dav(
    'PROPFIND',
    `${home}/none/`,
    '<propfind xmlns="DAV:" xmlns:I="http://apple.com/ns/ical/" xmlns:Z="urn:z"><prop><displayname/><I:calendar-order/><Z:thing/></prop></propfind>',
    { depth: '0' },
  );
  expect(text).toContain('<D:displayname>Tasks</D:displayname>');
  expect(text).toMatch(
    /<A:calendar-order\/><X:thing xmlns:X="urn:z"\/><\/D:prop><D:status>HTTP\/1.1 404/u,
  );
  expect(await dav('PROPFIND', `${home}/`, '', { depth: 'infinity' })).toMatchObject({
    status: 403,
  });
});

test('RFC 4791: conditions, types and texts that are refused change nothing', async () => {
  const path = `${home}/none/refused.ics`;
  const put = (body: string, headers: Record<string, string> = {}) =>
    dav('PUT', path, body, { ...calendar, ...headers });
  expect(await put(TODO, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
  expect(await put(TODO, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  for (const [bad, condition] of [
    ['', 'valid-calendar-data'],
    ['hello', 'valid-calendar-data'],
    [TODO.replace('UID:1\r\n', ''), 'valid-calendar-data'],
    [TODO.replaceAll('VTODO', 'VEVENT'), 'supported-calendar-component'],
  ] as const) {
    const refused = await put(bad);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain(`<C:${condition}/>`);
  }
  expect(await put(`${TODO}${' '.repeat(1_000_000)}`)).toMatchObject({ status: 413 });
  expect(await dav('GET', path)).toMatchObject({ status: 404 });
  expect(await dav('PUT', `${home}/due/x.ics`, TODO, calendar)).toMatchObject({ status: 403 });
  expect(await dav('LOCK', path, '')).toMatchObject({ status: 405 });
});

test('design §4 DAV: XML without entities, bounded in depth and size', async () => {
  const ask403 = (body: string) => dav('PROPFIND', `${home}/none/`, body, { depth: '0' });
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]><propfind xmlns="DAV:"><prop>&a;</prop></propfind>`;
  for (const body of [
    bomb,
    '<propfind',
    '<a>'.repeat(5000),
    `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`,
  ])
    expect(await ask403(body)).toMatchObject({ status: 400 });
  expect(await ask403(`<propfind xmlns="DAV:">${' '.repeat(1_000_000)}</propfind>`)).toMatchObject({
    status: 413,
  });
});

test('RFC 6578: a token of nobody, of another history or too old begins afresh; long answers come in parts', async () => {
  const sync = (token: string, limit = '') =>
    dav(
      'REPORT',
      `${home}/none/`,
      `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><sync-level>1</sync-level>${limit}<prop><getetag/></prop></sync-collection>`,
    );
  for (const token of ['x', 'urn:almanac:sync:00000000-0000-4000-8000-000000000000:1::']) {
    const refused = await sync(token);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('<D:valid-sync-token/>');
  }
  await ann.client.from('tasks').insert(['p', 'q', 'r', 's'].map((title) => ({ title })));
  const names = (text: string) =>
    [...text.matchAll(/([^/]+)\.ics<\/D:href><D:propstat>/gu)].map(([, name]) => name);
  const whole = names((await sync('')).text);
  expect(whole.length).toBeGreaterThan(3);
  const found: (string | undefined)[] = [];
  let token = '';
  for (let part = 0; part < whole.length; part += 1) {
    const { text } = await sync(token, '<limit><nresults>2</nresults></limit>');
    found.push(...names(text));
    token = /<D:sync-token>([^<]*)</u.exec(text)?.[1] ?? '';
    if (!text.includes('507 Insufficient Storage')) break;
  }
  expect(found).toEqual(whole);
});

test('RFC 6352: an address book is searched as Thunderbird and others do, with a limit', async () => {
  await ann.client.from('contacts').insert([
    { first_name: 'Ada', last_name: 'Lovelace', email_address: 'ada@example.org' },
    { first_name: 'Jürgen', last_name: 'Adam' },
    { first_name: 'Grace', last_name: 'Hopper' },
  ]);
  const query = async (inner: string, more = '') =>
    [
      ...(
        await dav(
          'REPORT',
          `/dav/addressbooks/${ann.username}/contacts/`,
          `<C:addressbook-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><D:prop><C:address-data/></D:prop><C:filter test="anyof">${inner}</C:filter>${more}</C:addressbook-query>`,
          { depth: '1' },
        )
      ).text.matchAll(/FN:([^&\r\n]*)/gu),
    ]
      .map(([, name]) => String(name))
      .toSorted();
  const match = (prop: string, text: string, type = 'contains') =>
    `<C:prop-filter name="${prop}"><C:text-match collation="i;unicode-casemap" match-type="${type}">${text}</C:text-match></C:prop-filter>`;
  expect(await query(match('FN', 'ADA'))).toEqual(['Ada Lovelace', 'Jürgen Adam']);
  expect(await query(match('FN', 'jurgen', 'starts-with') + match('EMAIL', 'ada@'))).toEqual([
    'Ada Lovelace',
    'Jürgen Adam',
  ]);
  expect(await query('<C:prop-filter name="EMAIL"><C:is-not-defined/></C:prop-filter>')).toEqual([
    'Grace Hopper',
    'Jürgen Adam',
  ]);
  expect(await query('', '<C:limit><C:nresults>1</C:nresults></C:limit>')).toHaveLength(1);
});

test('RFC 6578: more than one answer tells is told in two, and none is missed', async () => {
  const bea = await actor('bea');
  const secret = await appPassword(bea, 'dav');
  const rows = Array.from({ length: 5_010 }, (_, at) => ({ title: `Task ${at}` }));
  expect((await bea.client.from('tasks').insert(rows)).error).toBeNull();
  const found = new Set<string>();
  let token = '';
  let parts = 0;
  for (let isPart = true; isPart; parts += 1) {
    const { text } = await ask(
      bea,
      secret.password,
      'REPORT',
      `/dav/calendars/${bea.username}/none/`,
      {
        body: `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`,
      },
    );
    for (const [, name = ''] of text.matchAll(/([^/]+)\.ics<\/D:href><D:propstat>/gu))
      found.add(name);
    token = /<D:sync-token>([^<]*)</u.exec(text)?.[1] ?? '';
    isPart = text.includes('507 Insufficient Storage');
  }
  expect(parts).toBe(2);
  expect(found.size).toBe(rows.length);
});

test('RFC 4791 5.3.2.1, RFC 6352 6.3.2.1: a UID is one object’s of a list, and stays its own', async () => {
  const cal = await actor('cal');
  const secret = await appPassword(cal, 'dav');
  const put = (path: string, body: string) =>
    ask(cal, secret.password, 'PUT', path, {
      body,
      headers: { 'content-type': path.endsWith('.vcf') ? 'text/vcard' : 'text/calendar' },
    });
  const { data } = await cal.client.from('categories').insert({ name: 'Other' }).select().single();
  const { data: task } = await cal.client.from('tasks').insert({ title: 'Ours' }).select().single();
  const lists = `/dav/calendars/${cal.username}`;
  const todo = (uid: string) => TODO.replace('UID:1', `UID:${uid}`);
  expect(await put(`${lists}/none/a.ics`, todo('A'))).toMatchObject({ status: 201 });
  expect(await put(`${lists}/none/a.ics`, todo('A'))).toMatchObject({ status: 204 });
  for (const [path, uid, holder] of [
    ['none/b.ics', 'A', 'none/a.ics'],
    ['none/a.ics', 'B', 'none/a.ics'],
    // Folded, and with a parameter.
    ['none/b.ics', '\r\n A', 'none/a.ics'],
    ['none/b.ics', String(task?.uid), `none/${task?.uid}.ics`],
    [`none/${task?.uid}.ics`, 'B', `none/${task?.uid}.ics`],
  ] as const) {
    const refused = await put(`${lists}/${path}`, todo(uid));
    expect(refused.status, path).toBe(409);
    expect(refused.text).toContain(
      `<C:no-uid-conflict><D:href>${lists}/${holder}</D:href></C:no-uid-conflict>`,
    );
  }
  // Of another list, or of one that is gone: as programs do that move by another name.
  expect(await put(`${lists}/${data?.uid}/b.ics`, todo('A'))).toMatchObject({ status: 201 });
  await ask(cal, secret.password, 'DELETE', `${lists}/none/a.ics`);
  expect(await put(`${lists}/none/c.ics`, todo('A'))).toMatchObject({ status: 201 });
  expect((await cal.client.from('tasks').select().is('deleted_at', null)).data).toHaveLength(3);

  const book = `/dav/addressbooks/${cal.username}/contacts`;
  const card = (uid: string) =>
    `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:${uid}\r\nFN:Ada\r\nEND:VCARD\r\n`;
  expect(await put(`${book}/a.vcf`, card('urn:uuid:x'))).toMatchObject({ status: 201 });
  // As version 3 says the same one.
  expect(await put(`${book}/a.vcf`, card('x'))).toMatchObject({ status: 204 });
  const refused = await put(`${book}/b.vcf`, card('x'));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(`<R:no-uid-conflict><D:href>${book}/a.vcf</D:href>`);
});

test('RFC 4791 5.3.1: a list is made under a name that is no UUID, once, and nowhere but beside the others', async () => {
  const make = (path: string) =>
    dav(
      'MKCALENDAR',
      `${home}/${path}`,
      '<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop><displayname>Evolution’s</displayname></prop></set></C:mkcalendar>',
    );
  // As Evolution names it.
  const name = '5d41402abc4b2a76b9719d911017c592a1b2c3d4';
  expect(await make(`${name}/`)).toMatchObject({ status: 201 });
  const again = await make(`${name}/`);
  expect(again.status).toBe(405);
  expect(again.text).toContain('<D:resource-must-be-null/>');
  expect(await dav('PUT', `${home}/${name}/in-it.ics`, TODO, calendar)).toMatchObject({
    status: 201,
  });
  const { data } = await ann.client.from('categories').select().eq('name', 'Evolution’s').single();
  // There it stays.
  for (const [path, depth] of [
    ['', '1'],
    [`${name}/`, '0'],
  ] as const)
    expect((await dav('PROPFIND', `${home}/${path}`, '', { depth })).text).toContain(
      `<D:href>${home}/${name}/</D:href>`,
    );
  expect((await dav('GET', `${home}/${data?.uid}/in-it.ics`)).text).toBe(TODO);
  const eve = await actor('eve');
  const secret = await appPassword(eve, 'dav');
  const theirs = `/dav/calendars/${eve.username}/${name}/`;
  expect(
    await ask(eve, secret.password, 'PROPFIND', theirs, { headers: { depth: '0' } }),
  ).toMatchObject({ status: 404 });
  expect(await make('a/b/')).toMatchObject({ status: 409 });
  expect(await dav('PUT', `${home}/${name}/no-ending`, TODO, calendar)).toMatchObject({
    status: 409,
  });
  const body = { 'content-type': 'x/y' };
  expect(await dav('MKCOL', `${home}/c/`, 'x', body)).toMatchObject({ status: 415 });
  // No body, as litmus sends it, and so no type.
  for (const [method, path] of [
    ['MKCOL', 'plain'],
    ['MKCALENDAR', 'bare'],
  ] as const) {
    const authorization = `Basic ${btoa(`${ann.username}:${password}`)}`;
    const url = `${supabase.url}${home}/${path}/`;
    expect((await fetch(url, { method, headers: { authorization } })).status).toBe(201);
  }
  const refused = await make('due/');
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('<C:calendar-collection-location-ok/>');
});

test('RFC 4918 8.2, as litmus asks: XML whose prefixes mean nothing is refused', async () => {
  for (const body of [
    '<D:propfind xmlns:D="DAV:"><D:prop><bar:foo xmlns:bar=""/></D:prop></D:propfind>',
    '<D:propfind xmlns:D="DAV:"><D:prop><bar:foo/></D:prop></D:propfind>',
  ])
    expect(await dav('PROPFIND', `${home}/none/`, body, { depth: '0' })).toMatchObject({
      status: 400,
    });
});
