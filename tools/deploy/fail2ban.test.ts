import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccessLog } from '../../stack/gateway/monitoring.ts';
import { createLog } from '../../stack/log.ts';

const filter = readFileSync(
  resolve(import.meta.dirname, '../../deploy/fail2ban/almanac.conf'),
  'utf8',
);

function setting(name: string): string {
  const [, value = ''] = new RegExp(`^${name} = (.*(?:\\n +.*)*)$`, 'm').exec(filter) ?? [];
  return value.replaceAll(/%\((\w+)\)s/g, (_, other: string) => setting(other));
}

// As fail2ban reads them (fail2ban-regex of Debian 12 finds the same in these lines): the address of
// its own pattern, and of a line with a date what is left without it.
const rules = setting('failregex')
  .split('\n')
  .map((rule) => new RegExp(rule.trim().replace('<ADDR>', '(?<address>[0-9a-f.:]+)')));
const date = new RegExp(
  setting('datepattern')
    .replace('%%Y-%%m-%%dT%%H:%%M:%%S', '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d')
    .replace('%%f', '\\d+')
    .replace('%%z', 'Z'),
);

function culprit(line: string): string | undefined {
  const found = rules.map((rule) => rule.exec(line.trimEnd().replace(date, '')));
  return found.find((match) => match !== null)?.groups?.['address'];
}

type Request = { address: string; method: string; path: string; status: number };

/** What is written of a request, in both formats, to a file and to the journal. */
function lines(request: Request): string[] {
  const written: string[] = [];
  for (const format of ['text', 'json'] as const) {
    const log = createAccessLog(createLog(format, (line) => written.push(line)));
    log({ ...request, route: 'files', milliseconds: 12.5 });
  }
  return [...written, ...written.map((line) => `almanac node[4711]: ${line}`)];
}

test.each([
  ['/auth/v1/token', 400],
  ['/api/auth/login', 401],
  ['/functions/v1/api/auth/login', 403],
  ['/functions/v1/account/login', 429],
])('design §1 fail2ban: a failed sign-in at %s is the visitor’s', (path, status) => {
  for (const address of ['192.0.2.7', '2001:db8::7']) {
    for (const line of lines({ address, method: 'POST', path, status })) {
      expect(culprit(line), line).toBe(address);
    }
    for (const other of [
      { address, method: 'POST', path, status: 200 },
      { address, method: 'POST', path, status: 503 },
      { address, method: 'GET', path, status },
      { address, method: 'POST', path: `${path}/x`, status },
      { address, method: 'POST', path: '/rest/v1/tasks', status },
    ]) {
      for (const line of lines(other)) expect(culprit(line), line).toBeUndefined();
    }
  }
});

test('design §1 fail2ban: nothing that people write into the log bans somebody else', () => {
  const request = { address: '6.6.6.6', method: 'POST', path: '/auth/v1/token', status: 400 };
  const copied = fc.constantFrom(
    ...lines(request).flatMap((line) => [line, line.trim().slice(24)]),
  );
  const around = fc.constantFrom('', ' ', '\n', '"', '"}\n', '\\"', 'x[1]: ', '\t', '\r\n');
  const text = fc.tuple(around, copied, around).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom('PostgreSQL: ', 'functions: '), (forged, who) => {
      const written = lines({ address: '192.0.2.7', method: 'POST', path: forged, status: 404 });
      for (const format of ['text', 'json'] as const) {
        const log = createLog(format, (line) => written.push(line));
        log('warn', `${who}${forged}`);
        log('warn', who, { line: forged, [forged]: 1 });
      }
      for (const line of written) expect(culprit(line), line).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
