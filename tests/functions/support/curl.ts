/**
 * The few options of curl that the README's session uses, for machines without curl: `-sS`,
 * `-b FILE` and `-c FILE` (the cookies between calls), `-H`, `-X`, `-d` and the address.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    cookie: { type: 'string', short: 'b' },
    'cookie-jar': { type: 'string', short: 'c' },
    header: { type: 'string', short: 'H', multiple: true },
    request: { type: 'string', short: 'X' },
    data: { type: 'string', short: 'd' },
  },
});
const { cookie: from = '', 'cookie-jar': into = '', header = [], data } = values;
const jar = new Map<string, string>(
  existsSync(from) ? Object.entries(JSON.parse(readFileSync(from, 'utf8'))) : [],
);
const headers = new Headers();
for (const line of header) {
  const [name = '', value = ''] = line.split(/:\s*/, 2);
  headers.set(name, value);
}
headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '));
const response = await fetch(positionals[0] ?? '', {
  method: values.request ?? (data === undefined ? 'GET' : 'POST'),
  headers,
  ...(data !== undefined && { body: data }),
});
for (const line of response.headers.getSetCookie()) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
  else jar.set(name, value);
}
writeFileSync(into, JSON.stringify(Object.fromEntries(jar)));
process.stdout.write(await response.text());
