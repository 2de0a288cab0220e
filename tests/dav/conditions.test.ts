import { beforeEach, expect, test } from 'vitest';
import { actor, type Actor } from '../support/actors.ts';
import { done } from '../support/changes.ts';
import { fill } from '../support/limits.ts';
import { appPassword } from '../support/programs.ts';
import { ask } from './support.ts';

let ann: Actor;
let password: string;
let home: string;
let book: string;

beforeEach(async () => {
  ann = await actor('ann');
  ({ password } = await appPassword(ann, 'dav'));
  home = `/dav/calendars/${ann.username}`;
  book = `/dav/addressbooks/${ann.username}/contacts`;
});

const dav = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  ask(ann, password, method, path, { headers, ...(body !== undefined && { body }) });
const todo = (uid: string, ...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VTODO', `UID:${uid}`, ...lines, 'END:VTODO', 'END:VCALENDAR', ''].join(
    '\r\n',
  );
const put = (name: string, body: string, headers: Record<string, string> = {}) =>
  dav('PUT', `${home}/none/${name}.ics`, body, { 'content-type': 'text/calendar', ...headers });
const get = (name: string, headers: Record<string, string> = {}) =>
  dav('GET', `${home}/none/${name}.ics`, undefined, headers);

test('RFC 9110 13.1: conditions name several ETags, weak ones and any', async () => {
  const etag = (await put('a', todo('a', 'SUMMARY:1'))).headers.get('etag') ?? '';
  for (const names of [etag, `"0", ${etag}`, `W/${etag}`, '*', `"x",${etag},"y"`])
    expect((await get('a', { 'if-none-match': names })).status, names).toBe(304);
  expect((await get('a', { 'if-none-match': '"0"' })).status).toBe(200);
  const change = (names: string) =>
    put('a', todo('a', `SUMMARY:${names.length}`), { 'if-match': names });
  // Weak ones are none to write by.
  for (const names of ['"0"', `W/${etag}`, '', 'x', '"0","2"', etag.replace('"', '')])
    expect((await change(names)).status, names).toBe(412);
  expect((await change(`"0",${etag}, "x"`)).status).toBe(204);
  expect((await change('*')).status).toBe(204);
  const many = Array.from({ length: 900 }, (_, at) => `"${at + 1_000_000}"`).join(', ');
  expect((await change(many)).status).toBe(412);
  expect((await dav('DELETE', `${home}/none/a.ics`, undefined, { 'if-match': many })).status).toBe(
    412,
  );
});

test('RFC 8144 2.1: who asks for little hears of nothing that is not there', async () => {
  const body =
    '<propfind xmlns="DAV:" xmlns:Z="urn:z"><prop><displayname/><Z:thing/></prop></propfind>';
  const asked = (headers: Record<string, string>) =>
    dav('PROPFIND', `${home}/none/`, body, { depth: '0', ...headers });
  for (const [name, value] of [
    ['prefer', 'return=minimal'],
    ['prefer', 'return-minimal'],
    ['brief', 't'],
  ] as const) {
    const { text, headers: answered } = await asked({ [name]: value });
    expect(text).toContain('<D:displayname>Tasks<');
    expect(text).not.toContain('404');
    expect(answered.get('preference-applied')).toBe('return=minimal');
  }
  const whole = await asked({});
  expect(whole.text).toContain('404');
  expect(whole.headers.get('preference-applied')).toBeNull();
  expect(whole.headers.get('vary')).toContain('prefer');
});

test('RFC 4331 3: what a full account has no room for is 507, and nothing of it is written', async () => {
  await put('a', todo('a'));
  await fill(ann);
  const full = await put('b', todo('b'));
  expect(full.status).toBe(507);
  expect(full.text).toContain('<D:quota-not-exceeded/>');
  expect((await get('b')).status).toBe(404);
  expect((await ann.client.from('tasks').select('title')).data).toHaveLength(1);
});

test('RFC 4791 7.9: a multiget of addresses that are none says so of each', async () => {
  await put('a', todo('a'));
  const hrefs = [
    'http://[',
    '%',
    '/dav/calendars/',
    '../../x',
    'a.ics',
    '/etc/passwd',
    '%00',
    '//a',
  ];
  const { status, text } = await dav(
    'REPORT',
    `${home}/none/`,
    `<C:calendar-multiget xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/></prop>${[...hrefs, `${home}/none/a.ics`].map((one) => `<href>${one}</href>`).join('')}</C:calendar-multiget>`,
  );
  expect(status).toBe(207);
  expect(text.match(/404 Not Found/gu)).toHaveLength(hrefs.length);
  expect(text.match(/200 OK/gu)).toHaveLength(1);
});

test('design §4 DAV: what is made to be slow to read is refused or read at once', async () => {
  const card = (line: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\n${line}\r\nEND:VCARD\r\n`;
  const spaces = ' '.repeat(400_000);
  const started = performance.now();
  const spaced = await dav('PUT', `${book}/a.vcf`, card(`FN:a${spaces}b\r\nTITLE:${spaces}`), {
    'content-type': 'text/vcard',
  });
  expect(spaced.status).toBe(201);
  const params = await dav('PUT', `${book}/b.vcf`, card(`FN:a\r\nTEL${';A=b'.repeat(50_000)}:1`), {
    'content-type': 'text/vcard',
  });
  expect(params.status).toBe(403);
  expect(params.text).toContain('<R:valid-address-data/>');
  const names = Array.from({ length: 20_000 }, (_, at) => `xmlns:a${at}="b${at}"`).join(' ');
  const prefixed = `<propfind xmlns="DAV:" ${names}>${'<a/>'.repeat(50_000)}</propfind>`;
  expect((await dav('PROPFIND', `${home}/none/`, prefixed, { depth: '0' })).status).toBe(400);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('RFC 4791 5.3.2.1: a letter that cannot be stored is refused, and so is what is no UTF-8', async () => {
  expect((await put('a', todo('a', 'SUMMARY:\0'))).status).toBe(400);
  expect((await put('a', todo('a', 'X-A:\0'))).status).toBe(400);
  expect((await get('a')).status).toBe(404);
});

test('design §7 DAV: what Almanac changes in an object says when', async () => {
  const raw = todo('a', 'LAST-MODIFIED:20200101T000000Z', 'SUMMARY:Milk', 'X-A:1');
  await put('a', raw);
  expect((await get('a')).text).toBe(raw);
  const { data } = await ann.client.from('tasks').select('uid').single();
  await done(ann, { table: 'tasks', uid: data?.uid, set: { title: 'Oat milk' } });
  const year = new Date().getUTCFullYear();
  expect((await get('a')).text).toMatch(
    new RegExp(`LAST-MODIFIED:${year}\\d{4}T\\d{6}Z\r\nSUMMARY:Oat milk\r\nX-A:1`, 'u'),
  );
});
