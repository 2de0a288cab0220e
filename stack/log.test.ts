import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Log } from './context.ts';
import { createAccessLog } from './gateway/monitoring.ts';
import { createPostgresLog, logFunctionLine } from './child-logs.ts';
import { createLog, type LogFormat } from './log.ts';

type Level = Parameters<Log>[0];

function written(format: LogFormat, work: (log: Log) => void): string {
  let text = '';
  work(
    createLog(format, (line) => {
      text += line;
    }),
  );
  return text;
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'a\n2026-01-01T00:00:00.000Z info access client=6.6.6.6 path=/auth/v1/token status=400',
    '" status=400',
    '\u2028{"message":"access"}',
    '\u001b[2J',
    '\u202egnp.exe',
    '\r',
    '\u0085',
  ),
);

/** What starts a line, moves the cursor or turns the text round, other than the end of the line. */
const FORGING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

test('design §1 log: whatever is logged is one line, in either format', () => {
  const fields = fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue()), { maxKeys: 4 });
  fc.assert(
    fc.property(hostile, fields, (message, extra) => {
      for (const format of ['text', 'json'] as const) {
        const text = written(format, (log) => log('warn', message, extra));
        expect(text.endsWith('\n')).toBe(true);
        expect(FORGING.test(text.slice(0, -1)), text).toBe(false);
      }
      const object: unknown = JSON.parse(written('json', (log) => log('warn', message, extra)));
      expect(object).toMatchObject({ time: expect.any(String), level: 'warn', message });
    }),
  );
});

test('design §1 access log: nobody’s path or address writes a line or a field', () => {
  const anything = fc.record({ address: hostile, method: hostile, path: hostile });
  fc.assert(
    fc.property(anything, (asked) => {
      const observed = { ...asked, route: 'files' as const, status: 404, milliseconds: 1.4 };
      const text = written('text', (log) => createAccessLog(log)(observed));
      expect(text).toMatch(
        /^\S+ info access client=(\S+|"([^"\\]|\\.)*") method=(\S+|"([^"\\]|\\.)*") path=(\S+|"([^"\\]|\\.)*") status=404 ms=1\n$/,
      );
      const json = written('json', (log) => createAccessLog(log)(observed));
      expect(JSON.parse(json)).toMatchObject({ message: 'access', status: 404, ms: 1 });
    }),
  );
});

test('design §1 access log: a line is readable, and a long path is cut', () => {
  const observed = {
    address: '2001:db8::1',
    method: 'POST',
    path: '/auth/v1/token',
    route: 'auth' as const,
    status: 400,
    milliseconds: 12.3,
  };
  expect(written('text', (log) => createAccessLog(log)(observed))).toMatch(
    /^[\dT:.-]+Z info access client=2001:db8::1 method=POST path=\/auth\/v1\/token status=400 ms=12\n$/,
  );
  const long = { ...observed, path: `/${'x'.repeat(16_000)}` };
  expect(written('text', (log) => createAccessLog(log)(long)).length).toBeLessThan(400);
});

test.each(['/dav/feed/', '/functions/v1/dav/feed/'])(
  'design §4 access log: the secret in the address of a calendar is not written (%s)',
  (start) => {
    const observed = {
      address: '2001:db8::1',
      method: 'GET',
      path: `${start}abcd-efgh.ics`,
      route: 'dav' as const,
      status: 200,
      milliseconds: 1,
    };
    const line = written('text', (log) => createAccessLog(log)(observed));
    expect(line).toContain(`path=${start}... status=200`);
    expect(line).not.toContain('abcd');
  },
);

function heard(work: (log: Log) => void): [Level, string, unknown][] {
  const lines: [Level, string, unknown][] = [];
  work((level, message, fields) => lines.push([level, message, fields]));
  return lines;
}

test('design §1 log: what the functions log keeps its level and fields', () => {
  const entry = JSON.stringify({ level: 'error', message: 'a request failed', where: 'POST /x' });
  expect(
    heard((log) => {
      logFunctionLine(log, 'warn', entry);
      logFunctionLine(log, 'warn', '    at file:///x.ts:1:1');
      logFunctionLine(log, 'info', '{"level":"all","message":1}');
      logFunctionLine(log, 'info', '{nothing');
    }),
  ).toEqual([
    ['error', 'functions: a request failed', { where: 'POST /x' }],
    ['warn', 'functions:     at file:///x.ts:1:1', undefined],
    ['info', 'functions: {"level":"all","message":1}', undefined],
    ['info', 'functions: {nothing', undefined],
  ]);
});

test('design §1 log: PostgreSQL’s lines keep their level, and what belongs to them has it too', () => {
  const lines = [
    'LOG:  starting PostgreSQL 17.10',
    'LOG:  could not send data to client: Broken pipe',
    'ERROR:  canceling statement due to statement timeout',
    'DETAIL:  more',
    '\tand more',
    'FATAL:  terminating connection',
    'LOG:  database system was shut down',
    '\tat night',
    'postgres: symbol lookup error',
  ];
  const levels = heard((log) => lines.forEach(createPostgresLog(log)));
  expect(levels.map(([level, message]) => [level, message])).toEqual([
    ['info', 'PostgreSQL: LOG:  could not send data to client: Broken pipe'],
    ['warn', 'PostgreSQL: ERROR:  canceling statement due to statement timeout'],
    ['warn', 'PostgreSQL: DETAIL:  more'],
    ['warn', 'PostgreSQL:   and more'],
    ['error', 'PostgreSQL: FATAL:  terminating connection'],
    ['warn', 'PostgreSQL: postgres: symbol lookup error'],
  ]);
});
