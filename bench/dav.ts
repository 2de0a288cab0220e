import { startTestStack, type TestStack } from '../stack/testing.ts';
import { percentile, type Figure } from './figures.ts';
import { createPerson, type Person } from './person.ts';

const TASKS = 5_000;
/** Of them that a program has written, with what Almanac has no field for. */
const WRITTEN = 100;
/** Rows in one insert. */
const CHUNK = 1_000;
/** Objects in one multiget, as DAVx5 and others ask for. */
const PAGE = 500;
const ROUNDS = 60;
const WARM_UPS = 10;

type Program = (method: string, path: string, body: string, depth?: string) => Promise<string>;

/** What a program with an app password asks for; its answer as text. */
async function signIn(stack: TestStack, person: Person, username: string): Promise<Program> {
  const made = await fetch(`${stack.url}/functions/v1/account/app-passwords`, {
    method: 'POST',
    headers: person.headers,
    body: JSON.stringify({ name: 'phone', scope: 'dav', currentPassword: person.password }),
  });
  const { password } = (await made.json()) as { password: string };
  const authorization = `Basic ${btoa(`${username}:${password}`)}`;
  return async (method, path, body, depth = '1') => {
    const type = method === 'PUT' ? 'text/calendar' : 'application/xml; charset=utf-8';
    const response = await fetch(`${stack.url}${path}`, {
      method,
      headers: { authorization, depth, 'content-type': type },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  };
}

const todo = (at: number) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bench//EN',
    'BEGIN:VTODO',
    `UID:written-${at}`,
    `SUMMARY:Written ${at}`,
    'DUE;TZID=Europe/Berlin:20271123T080000',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function fill({ client }: Person, program: Program, list: string): Promise<void> {
  for (let at = 0; at < WRITTEN; at += 1)
    await program('PUT', `${list}written-${at}.ics`, todo(at));
  for (let from = WRITTEN; from < TASKS; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, TASKS - from) }, (_, at) => ({
      title: `Task ${from + at}: write to the office about the invoice`,
      description: at % 3 === 0 ? 'The number is on the second page. '.repeat(4) : null,
      due_date: `2027-${String((at % 12) + 1).padStart(2, '0')}-15`,
    }));
    const { error } = await client.from('tasks').insert(rows);
    if (error) throw error;
  }
}

const syncOf = (token: string) =>
  `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`;
const multigetOf = (paths: readonly string[]) =>
  `<C:calendar-multiget xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/><C:calendar-data/></prop>${paths.map((path) => `<href>${path}</href>`).join('')}</C:calendar-multiget>`;
const PROPS =
  '<propfind xmlns="DAV:"><prop><getetag/><getcontenttype/><resourcetype/></prop></propfind>';

const tokenIn = (text: string) => /<D:sync-token>([^<]*)</u.exec(text)?.[1] ?? '';
const objectsIn = (text: string) =>
  [...text.matchAll(/<D:href>([^<]*\.ics)</gu)].map(([, path = '']) => path);

/** All names, and then all objects by one multiget after another. Gives the token, too. */
async function firstSync(program: Program, list: string): Promise<string> {
  const all = await program('REPORT', list, syncOf(''));
  const paths = objectsIn(all);
  if (paths.length !== TASKS) throw new Error(`${paths.length} objects, not ${TASKS}`);
  for (let at = 0; at < TASKS; at += PAGE) {
    const text = await program('REPORT', list, multigetOf(paths.slice(at, at + PAGE)));
    const read = text.split('END:VCALENDAR').length - 1;
    if (read !== PAGE) throw new Error(`${read} objects, not ${PAGE}`);
  }
  return tokenIn(all);
}

async function timed(times: number, ask: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const began = performance.now();
    await ask();
    found.push(performance.now() - began);
  }
  return found;
}

/** CalDAV at the gateway, as a phone with 5,000 tasks has it, one request after another. */
export async function measure(): Promise<Figure[]> {
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000' } });
  try {
    const username = 'phone';
    const person = await createPerson(stack, username);
    const program = await signIn(stack, person, username);
    const list = `/dav/calendars/${username}/none/`;
    await fill(person, program, list);
    let token = '';
    const [first = Number.NaN, ...later] = await timed(4, async () => {
      token = await firstSync(program, list);
    });
    const empty = await timed(ROUNDS + WARM_UPS, async () => {
      const text = await program('REPORT', list, syncOf(token));
      if (objectsIn(text).length > 0) throw new Error('Something changed meanwhile');
    });
    const rest = await timed(ROUNDS + WARM_UPS, async () => {
      const { error } = await person.client.from('tasks').select('uid').limit(1);
      if (error) throw error;
    });
    const deep = await timed(8, () => program('PROPFIND', list, PROPS));
    const p50 = (times: readonly number[]) => percentile(times, 50);
    return [
      { name: '5,000 tasks, first sync, 500 a multiget', value: first / 1000, unit: 's', limit: 3 },
      { name: 'the same again, p50', value: p50(later) / 1000, unit: 's', limit: 3 },
      {
        name: 'sync-collection without news, p50',
        value: p50(empty.slice(WARM_UPS)),
        unit: 'ms',
        limit: 10,
      },
      {
        name: 'sync-collection without news, p95',
        value: percentile(empty.slice(WARM_UPS), 95),
        unit: 'ms',
      },
      {
        name: '… one row read by REST beside it, p50',
        value: p50(rest.slice(WARM_UPS)),
        unit: 'ms',
      },
      { name: 'PROPFIND of 5,000 ETags, p50', value: p50(deep), unit: 'ms' },
    ];
  } finally {
    await stack.stop();
  }
}
