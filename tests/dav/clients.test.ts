import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createDAVClient, type DAVCalendar, type DAVObject } from 'tsdav';
import { actor, type Actor } from '../support/actors.ts';
import { done } from '../support/changes.ts';
import { supabase } from '../support/environment.ts';
import { appPassword } from '../support/programs.ts';
import { ask } from './support.ts';

type Client = Awaited<ReturnType<typeof createDAVClient>>;

let ann: Actor;
let password: string;

beforeEach(async () => {
  ann = await actor('ann');
  ({ password } = await appPassword(ann, 'dav'));
});

const client = (accountType: 'caldav' | 'carddav', secret = password): Promise<Client> =>
  createDAVClient({
    serverUrl: supabase.url,
    credentials: { username: ann.username, password: secret },
    authMethod: 'Basic',
    defaultAccountType: accountType,
  });

const todo = (uid: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    'BEGIN:VTODO',
    `UID:${uid}`,
    ...lines,
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function lists(dav: Client): Promise<Map<string, DAVCalendar>> {
  const found = await dav.fetchCalendars();
  return new Map(found.map((one) => [JSON.stringify(one.displayName).slice(1, -1), one]));
}

function listIn(found: Map<string, DAVCalendar>, name: string): DAVCalendar {
  const list = found.get(name);
  if (!list) throw new Error(`There is no list ${name}.`);
  return list;
}

const tasks = async () =>
  (await ann.client.from('tasks').select().is('deleted_at', null)).data ?? [];

test('design §7 DAV: a client that knows only the address finds the lists, and what is in them', async () => {
  await ann.client.from('categories').insert({ name: 'Garden', color: 'green' });
  await ann.client
    .from('tasks')
    .insert([
      { title: 'Tulips', category: 'Garden', due_date: '2026-11-24', priority: 'high' },
      { title: 'Milk' },
    ]);
  const dav = await client('caldav');
  const found = await lists(dav);
  expect([...found.keys()]).toEqual(['Tasks', 'Garden', 'Due']);
  expect(listIn(found, 'Garden')).toMatchObject({ components: ['VTODO'] });
  expect(listIn(found, 'Due')).toMatchObject({ components: ['VEVENT'] });
  const texts = async (name: string) =>
    (
      await dav.fetchCalendarObjects({
        calendar: listIn(found, name),
        filters: [{ 'comp-filter': { _attributes: { name: 'VCALENDAR' } } }] as never,
        useMultiGet: true,
      })
    ).map(({ data }: DAVObject) => String(data));
  expect(await texts('Garden')).toEqual([expect.stringContaining('SUMMARY:Tulips')]);
  expect(await texts('Tasks')).toEqual([expect.stringContaining('SUMMARY:Milk')]);
  expect(await texts('Due')).toEqual([expect.stringContaining('DTSTART;VALUE=DATE:20261124')]);
});

test('design §7 DAV: written, changed on both sides, completed and deleted, as a phone does it', async () => {
  const dav = await client('caldav');
  const calendar = listIn(await lists(dav), 'Tasks');
  const uid = randomUUID().toUpperCase();
  const raw = todo(uid, 'SUMMARY:Dentist', 'X-APPLE-SORT-ORDER:7', 'DUE;VALUE=DATE:20261201');
  const made = await dav.createCalendarObject({
    calendar,
    iCalString: raw,
    filename: `${uid}.ics`,
  });
  expect(made.status).toBe(201);
  const [row] = await tasks();
  expect(row).toMatchObject({ title: 'Dentist', due_date: '2026-12-01', completed: false });

  const url = `${calendar.url}${uid}.ics`;
  const read = async () => {
    const [object] = await dav.fetchCalendarObjects({ calendar, objectUrls: [url] });
    if (!object) throw new Error('It is not there.');
    return object;
  };
  const first = await read();
  expect(first).toMatchObject({ data: raw.trim(), etag: made.headers.get('etag') });

  await done(ann, { table: 'tasks', uid: row.uid, set: { title: 'Dentist, again' } });
  const second = await read();
  expect(second.data).toBe(raw.trim().replace('SUMMARY:Dentist', 'SUMMARY:Dentist\\, again'));
  // What has not been seen is not written over.
  const late = await dav.updateCalendarObject({ calendarObject: { ...first, data: raw } });
  expect(late.status).toBe(412);
  const completed = second.data.replace('SUMMARY', 'STATUS:COMPLETED\r\nSUMMARY');
  const updated = await dav.updateCalendarObject({
    calendarObject: { ...second, data: completed },
  });
  expect(updated.status).toBe(204);
  expect(await tasks()).toMatchObject([{ title: 'Dentist, again', completed: true }]);
  const again = await dav.createCalendarObject({
    calendar,
    iCalString: raw,
    filename: `${uid}.ics`,
  });
  expect(again.status).toBe(412);

  expect((await dav.deleteCalendarObject({ calendarObject: await read() })).status).toBe(204);
  expect(await tasks()).toEqual([]);
  // In the trash, whole: what only the phone knows comes back with it.
  await done(ann, { table: 'tasks', uid: row.uid, restore: true });
  expect((await read()).data).toContain('X-APPLE-SORT-ORDER:7');
});

test('design §7 DAV: a sync tells what is new, what is gone, and what went to another list', async () => {
  const dav = await client('caldav');
  await dav.makeCalendar({
    url: `${(await lists(dav)).get('Tasks')?.url.replace(/none\/$/u, '')}${randomUUID()}/`,
    props: { displayname: 'Errands', 'ca:calendar-color': '#22a05aff' },
  });
  const found = await lists(dav);
  const [tasksList, errands] = [listIn(found, 'Tasks'), listIn(found, 'Errands')];
  expect((await ann.client.from('categories').select('name')).data).toEqual([{ name: 'Errands' }]);
  const names = ['a', 'b', 'c'];
  for (const name of names)
    await dav.createCalendarObject({
      calendar: tasksList,
      iCalString: todo(name, `SUMMARY:${name}`),
      filename: `${name}.ics`,
    });
  const sync = async ({ url }: DAVCalendar, token: string) => {
    const { status, text } = await ask(ann, password, 'REPORT', new URL(url).pathname, {
      body: `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`,
    });
    const objects = [...text.matchAll(/\/(\w+\.ics)<\/D:href>(<D:status>)?/gu)];
    return {
      status,
      token: /<D:sync-token>([^<]*)</u.exec(text)?.[1] ?? '',
      there: objects.flatMap(([, name, gone]) => (gone ? [] : [name])),
      gone: objects.flatMap(([, name, gone]) => (gone ? [name] : [])),
    };
  };
  const first = await sync(tasksList, '');
  expect(first).toMatchObject({ there: ['a.ics', 'b.ics', 'c.ics'], gone: [] });
  expect(await sync(tasksList, first.token)).toMatchObject({ there: [], gone: [] });
  const rows = new Map((await tasks()).map((row) => [row.title, row.uid]));
  await done(ann, { table: 'tasks', uid: rows.get('a'), set: { category: 'Errands' } });
  await done(ann, { table: 'tasks', uid: rows.get('b'), delete: true, seen: 1e15 });
  await done(ann, { table: 'tasks', uid: rows.get('c'), set: { completed: true } });
  const second = await sync(tasksList, first.token);
  expect(second.there).toEqual(['c.ics']);
  expect(new Set(second.gone)).toEqual(new Set(['a.ics', 'b.ics']));
  expect((await sync(errands, '')).there).toEqual(['a.ics']);
  // Another category: tasks of none may be others now, so that it begins afresh.
  await ann.client.from('categories').insert({ name: 'Other' });
  expect(await sync(tasksList, second.token)).toMatchObject({ status: 403 });
});

test('design §7 DAV: contacts both ways, with what Almanac has no field for', async () => {
  const dav = await client('carddav');
  const [book] = await dav.fetchAddressBooks();
  if (!book) throw new Error('There is no address book.');
  expect(book.displayName).toBe('Contacts');
  const uid = randomUUID();
  const card = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:${uid}`,
    'FN:Ada Lovelace',
    'N:Lovelace;Ada;;;',
    'EMAIL;TYPE=HOME:ada@example.org',
    'EMAIL;TYPE=WORK:work@example.org',
    'BDAY:1815-12-10',
    'END:VCARD',
    '',
  ].join('\r\n');
  const made = await dav.createVCard({
    addressBook: book,
    vCardString: card,
    filename: `${uid}.vcf`,
  });
  expect(made.status).toBe(201);
  const { data } = await ann.client.from('contacts').select();
  expect(data).toMatchObject([
    { first_name: 'Ada', last_name: 'Lovelace', email_address: 'ada@example.org' },
  ]);
  await done(ann, { table: 'contacts', uid: data?.[0].uid, set: { city: 'London' } });
  const [read] = await dav.fetchVCards({ addressBook: book });
  expect(read?.data.trim()).toBe(
    card.trim().replace('END:VCARD', 'ADR;TYPE=HOME:;;;London;;;\r\nEND:VCARD'),
  );
});
