import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Actor } from '../support/actors.ts';
import { readAnswer, type Element } from './elements.ts';
import { ask } from './support.ts';

/**
 * What a program sends, one request after another, with what the answers have to mean to it
 * (`recordings/*.http`):
 *
 *     ### What it does
 *     PROPFIND /dav/
 *     Depth: 0
 *
 *     <propfind …/>
 *     = 207
 *     /dav/ D:current-user-principal = /dav/principals/{user}/
 *     /dav/ D:resource-id missing
 *     /dav/x.ics gone
 *     /dav/y.ics C:calendar-data has SUMMARY:Milk
 *
 * A `{name}` stands for what it stood for before; the first time it takes what is there. An answer
 * speaks of the named addresses and of no others. `ALMANAC` changes a row as a screen does it.
 */
export type Step = {
  title: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  status: number;
  expected: string[];
};

function stepOf(text: string): Step {
  const [title = '', ...rest] = text.split('\n');
  const end = rest.findIndex((line) => /^= \d{3}$/u.test(line));
  const asked = rest.slice(0, end);
  const blank = asked.indexOf('');
  const head = asked.slice(0, blank === -1 ? undefined : blank);
  const [method = '', path = ''] = (head[0] ?? '').split(' ');
  const headers = Object.fromEntries(
    head.slice(1).map((line) => {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/u.exec(line) ?? [];
      return [name.toLowerCase(), value] as const;
    }),
  );
  return {
    title: title.trim(),
    method,
    path,
    headers,
    body: blank === -1 ? '' : asked.slice(blank + 1).join('\n'),
    status: Number(rest[end]?.slice(2)),
    expected: rest.slice(end + 1).filter((line) => line !== ''),
  };
}

export async function readRecording(name: string): Promise<Step[]> {
  const text = await readFile(join(import.meta.dirname, `recordings/${name}.http`), 'utf8');
  return text.split(/^### /mu).slice(1).map(stepOf);
}

/** What a property says: its text, or the names of what is inside. */
const meaning = ({ children, text }: Element): string =>
  children.length === 0
    ? text.trim()
    : children
        .map((child) => {
          const inner = meaning(child);
          if (child.name === 'D:href') return inner;
          return [child.name + (child.attribute === undefined ? '' : `:${child.attribute}`), inner]
            .filter((part) => part !== '')
            .join('>');
        })
        .join(' ');

const inside = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];
const textOf = (element: Element, name: string): string =>
  inside(element, name)[0]?.text.trim() ?? '';

/** Of each address its status or its properties; null for those that are not there. */
function answersIn(root: Element): Map<string, string | Map<string, string | null>> {
  return new Map(
    inside(root, 'D:response').map((response) => {
      const properties = new Map<string, string | null>();
      for (const propstat of inside(response, 'D:propstat')) {
        const isThere = textOf(propstat, 'D:status') === 'HTTP/1.1 200 OK';
        for (const property of inside(propstat, 'D:prop')[0]?.children ?? [])
          properties.set(property.name, isThere ? meaning(property) : null);
      }
      const status = textOf(response, 'D:status');
      return [textOf(response, 'D:href'), status === '' ? properties : status] as const;
    }),
  );
}

/** Sends a recording as somebody's program and compares what is answered, by meaning. */
export async function replay(
  steps: readonly Step[],
  owner: Actor,
  password: string,
  there: Record<string, string>,
): Promise<void> {
  const known = new Map(Object.entries({ user: owner.username, ...there }));
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => known.get(name) ?? whole);
  /** Whether a text is as expected, once what is not known yet has taken its place. */
  const agrees = (expected: string, given: string, where: string) => {
    const [, unknown] = /^\{(\w+)\}$/u.exec(filled(expected)) ?? [];
    if (unknown !== undefined) known.set(unknown, given);
    expect(given, where).toBe(filled(expected));
  };

  for (const step of steps) {
    const body = filled(step.body);
    if (step.method === 'ALMANAC') {
      const { table, where, ...change } = JSON.parse(body);
      const rows = await owner.client.from(table).select('uid').match(where).is('deleted_at', null);
      const uid = rows.data?.[0]?.uid;
      const { error } = await owner.client.rpc('push_changes', {
        changes: [{ table, uid, ...change }],
      });
      expect(error, step.title).toBeNull();
      continue;
    }
    const isText = /calendar|vcard/u.test(step.headers['content-type'] ?? '');
    const headers = Object.fromEntries(
      Object.entries(step.headers).map(([name, value]) => [name, filled(value)]),
    );
    const answer = await ask(owner, password, step.method, filled(step.path), {
      headers,
      ...(body !== '' && { body: isText ? `${body.replaceAll('\n', '\r\n')}\r\n` : body }),
    });
    expect(answer.status, `${step.title}: ${answer.text}`).toBe(step.status);
    compare(step, answer);
  }

  function compare(step: Step, answer: Awaited<ReturnType<typeof ask>>): void {
    const root = step.status === 207 ? readAnswer(answer.text) : null;
    const found = root ? answersIn(root) : new Map<string, never>();
    const named = new Set<string>();
    for (const line of step.expected) {
      const where = `${step.title}: ${line}`;
      const [, header, value = ''] = /^([\w-]+): (.*)$/u.exec(line) ?? [];
      if (header !== undefined) {
        agrees(value, answer.headers.get(header) ?? '', where);
        continue;
      }
      if (line.startsWith('token = ')) {
        agrees(line.slice(8), root ? textOf(root, 'D:sync-token') : '', where);
        continue;
      }
      const [, path = '', property, how = '', wanted = ''] =
        /^(\S+) (?:(\S+) )?(=|has|missing|gone|there)(?: (.*))?$/u.exec(line) ?? [];
      const address = filled(path);
      named.add(address);
      const one = found.get(address);
      if (how === 'gone') expect(one, where).toBe('HTTP/1.1 404 Not Found');
      else if (how === 'there') expect(one, where).toBeInstanceOf(Map);
      else {
        const given = one instanceof Map ? one.get(property ?? '') : undefined;
        // Who asks for little is not told what is missing (RFC 8144).
        const isMinimal = 'prefer' in step.headers || 'brief' in step.headers;
        if (how === 'missing') expect(given, where).toBe(isMinimal ? undefined : null);
        else if (how === '=') agrees(wanted, given ?? 'nothing', where);
        else
          expect(
            (given ?? '').split('\n').map((text) => text.trim()),
            where,
          ).toContain(filled(wanted));
      }
    }
    if (root) expect(new Set(found.keys()), step.title).toEqual(named);
  }
}
