import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Source } from './types.ts';
import { readFiles } from './read.ts';
import { context, fixture, fixtures, read, source } from './testing.ts';

const SAMPLES = [
  'apple.vcf',
  'old-phone.vcf',
  'google-contacts.csv',
  'outlook-contacts.csv',
  'todoist.csv',
  'ticktick.csv',
  'microsoft-to-do.json',
  'Tasks.json',
  'todo.ics',
  'vikunja-data.json',
  'tududi.json',
  'super-productivity.json',
  'evernote.enex',
].map(fixture);
const said = (...files: Source[]) => read(...files).problems.join('\n');

/** A zip whose directory says that a file is smaller than it is. */
function lyingZip(): Uint8Array {
  const bytes = zipSync({ 'a.md': new Uint8Array(5_000_000) });
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 4 < bytes.length; at += 1)
    if (view.getUint32(at, true) === 5_000_000) view.setUint32(at, 10, true);
  return bytes;
}

test.each<[string, Source[], RegExp]>([
  ['an empty file', [source('x.vcf', '')], /This file is empty/u],
  ['a file of no known kind', [source('x.json', '{"a":1}')], /does not know this kind/u],
  [
    'JSON that is cut off',
    [source('x.json', '{"kind":"tasks#taskLists","items":[{')],
    /damaged or cut off/u,
  ],
  [
    'JSON nested 100,000 deep',
    [source('x.json', '['.repeat(100_000) + ']'.repeat(100_000))],
    /does not know this kind/u,
  ],
  [
    'a picture',
    [{ name: 'x.md', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]) }],
    /does not know this kind/u,
  ],
  [
    '200 MB',
    [{ name: 'x.csv', bytes: new Uint8Array(200_000_000) }],
    /too large: 100 MB are the most/u,
  ],
  [
    'a zip that is cut off',
    [{ name: 'x.zip', bytes: zipSync({ 'a.md': strToU8('a') }).slice(0, 40) }],
    /damaged or cut off/u,
  ],
  [
    'a zip bomb',
    [{ name: 'x.zip', bytes: zipSync({ 'a.md': new Uint8Array(60_000_000) }) }],
    /too large/u,
  ],
  [
    'many files that are bombs together',
    [
      {
        name: 'x.zip',
        bytes: zipSync(
          Object.fromEntries(
            Array.from({ length: 4 }, (_, at) => [`${at}.md`, new Uint8Array(45_000_000)]),
          ),
        ),
      },
    ],
    /too large when unpacked/u,
  ],
  [
    'a zip in a zip',
    [{ name: 'x.zip', bytes: zipSync({ 'a.zip': zipSync({ 'a.md': strToU8('a') }) }) }],
    /holds another archive/u,
  ],
  [
    'a zip of pictures',
    [{ name: 'x.zip', bytes: zipSync({ 'a.png': strToU8('a') }) }],
    /nothing in this archive/u,
  ],
  [
    'a newer export',
    [source('almanac.json', '{"format":"almanac","version":2}')],
    /newer version/u,
  ],
  [
    'ENEX that is cut off',
    [source('x.enex', '<?xml version="1.0"?><en-export><note><title>A</title><content>')],
    /This note has no end/u,
  ],
  [
    'more rows than anybody looks at',
    [source('x.csv', `TYPE,CONTENT\n${'task,a\n'.repeat(400_000)}`)],
    /200,000 entries are the most/u,
  ],
  [
    'a contact in an encoding of its own',
    [
      {
        name: 'x.vcf',
        bytes: new Uint8Array([...strToU8('BEGIN:VCARD\nFN:J'), 0xf6, ...strToU8('rg\nEND:VCARD')]),
      },
    ],
    /It says nothing of its encoding/u,
  ],
  [
    'CSV with an open quote',
    [source('x.csv', 'TYPE,CONTENT\ntask,"abc\ntask,d')],
    /ends within quotes/u,
  ],
])('design §6: %s gets a sentence', (_name, files, sentence) => {
  expect(said(...files)).toMatch(sentence);
});

test('design §6: what is nested or repeated a hundred thousand times takes no time that grows with its square', () => {
  const begun = performance.now();
  const html = read(source('a.html', `${'<div>'.repeat(200_000)}deep<p>end`));
  expect(html.notes[0]?.content).toContain('deep');
  expect(html.notes[0]?.content).toContain('end');
  const card = read(
    source('a.vcf', `BEGIN:VCARD\nFN:A\nTEL${';TYPE=x'.repeat(200_000)}:1\nEND:VCARD`),
  );
  expect(card.contacts[0]).toMatchObject({ phone: '1' });
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test('design §6: a size that is not true makes no room', () => {
  const { notes } = readFiles([{ name: 'x.zip', bytes: lyingZip() }], context);
  expect(JSON.stringify(notes).length).toBeLessThan(1000);
});

test('design §6: names cannot lead out of their folder', () => {
  const { notes, folders } = read({
    name: 'x.zip',
    bytes: zipSync({ '../../etc/passwd.md': strToU8('a'), 'C:\\x\\y.md': strToU8('b') }),
  });
  expect(folders).toEqual(['/etc', '/C:', '/C:/x']);
  expect(notes.map(({ title }) => title)).toEqual(['passwd', 'y']);
});

test.each([
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Grüße 日本')]],
  [
    'UTF-16, little end first',
    [
      0xff,
      0xfe,
      ...new Uint8Array(
        new Uint16Array([...'Grüße 日本'].map((char) => char.charCodeAt(0))).buffer,
      ),
    ],
  ],
])('design §6: %s is read', (_name, bytes) => {
  expect(read({ name: 'a.txt', bytes: new Uint8Array(bytes) }).notes[0]?.content).toBe(
    'Grüße 日本',
  );
});

test('design §6: UTF-16 without a mark and Latin-1 are read, and it is said that they are guessed', () => {
  const wide = new Uint8Array(
    new Uint16Array([...'Some plain text äöü'].map((char) => char.charCodeAt(0))).buffer,
  );
  expect(read({ name: 'a.txt', bytes: wide }).notes[0]?.content).toBe('Some plain text äöü');
  const latin = read({ name: 'a.txt', bytes: new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65]) });
  expect(latin.notes[0]?.content).toBe('Grüße');
  expect(latin.problems[0]).toContain('It says nothing of its encoding');
});

test('design §6: every sample that is cut off or garbled anywhere is read, in bounded time', () => {
  const start = performance.now();
  fc.assert(
    fc.property(
      fc.constantFrom(...SAMPLES, ...fixtures('joplin')),
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      (sample, place, garbage) => {
        const at = place % sample.bytes.length;
        const cutOff = { ...sample, bytes: sample.bytes.slice(0, at) };
        const garbled = { ...sample, bytes: Uint8Array.from(sample.bytes) };
        garbled.bytes.set(garbage.subarray(0, sample.bytes.length - at), at);
        for (const file of [cutOff, garbled]) {
          const { problems } = readFiles([file], context);
          expect(problems.map(({ text }) => text)).not.toContain(
            'Something in this file could not be read.',
          );
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(performance.now() - start).toBeLessThan(15_000);
});

test('design §6: JSON whose values are of other kinds never fails a reader', () => {
  const value = fc.jsonValue({ maxDepth: 2 });
  const shapes = [
    (own: unknown) => ({
      kind: 'tasks#taskLists',
      items: [{ items: [own, { title: own, due: own, links: own }] }],
    }),
    (own: unknown) => ({
      value: [
        {
          displayName: 'L',
          tasks: [
            own,
            {
              title: 'a',
              dueDateTime: own,
              body: own,
              recurrence: { pattern: own },
              categories: own,
            },
          ],
        },
      ],
    }),
    (own: unknown) => [
      {
        title: 'P',
        tasks: [
          own,
          { title: 'a', due_date: own, related_tasks: own, labels: own, repeat_after: own },
        ],
      },
    ],
    (own: unknown) => ({
      version: 1,
      data: {
        areas: [],
        tasks: [own, { name: 'a', due_date: own, tag_uids: own, Tags: own }],
        notes: [own],
      },
    }),
    (own: unknown) => ({
      task: {
        entities: {
          a: own,
          b: { title: 'a', dueWithTime: own, created: own, doneOn: own, tagIds: own },
        },
      },
      note: { entities: { n: own, m: { content: 'a', created: own } } },
    }),
    (own: unknown) => ({
      format: 'almanac',
      version: 1,
      tasks: [own, { title: 'a', created_at: own, priority: own }],
      folders: [own, { uid: 'a', parent_uid: 'a' }],
      notes: own,
      contacts: [own],
      categories: own,
    }),
  ];
  fc.assert(
    fc.property(value, fc.constantFrom(...shapes), (own, shape) => {
      const { problems } = readFiles([source('x.json', JSON.stringify(shape(own)))], context);
      expect(problems.map(({ text }) => text)).not.toContain(
        'Something in this file could not be read.',
      );
    }),
    {
      numRuns: 500,
      // What once failed: a value that says it can be written as text, and cannot.
      examples: shapes.map((shape): [object, typeof shape] => [[{ toString: '' }], shape]),
    },
  );
});
