import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CATEGORY_COLORS } from '#domain/category.ts';
import { CONTACT_LIMITS, displayName } from '#domain/contact.ts';
import { addDays } from '#domain/dates.ts';
import { storedContent } from '#domain/note.ts';
import { repeatTypes } from '#domain/repeat.ts';
import { taskPriorities } from '#domain/task.ts';
import { parseMarkup, serializeMarkup } from '#domain/markup/markup.ts';
import type {
  ExportedContact,
  ExportedNote,
  ExportedRows,
  ExportedTask,
} from '#import-export/almanac-file.ts';
import { readFiles } from './read.ts';
import { readMarkdownNote } from './readers/notes.ts';
import { context, source } from './testing.ts';
import { exportFile } from '#import-export/export.ts';
import { icalOf } from '#import-export/ical.ts';
import { noteFile, noteFiles } from '#import-export/notes.ts';
import { vcardOf } from '#import-export/vcard.ts';

const NOW = '2026-11-23T10:00:00.000Z';

/** Text as the database can have it, and as every form stores it: without space around it. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          'ä',
          ';',
          ',',
          ':',
          '\\',
          '\\n',
          '"',
          'é😀',
          '=',
          ' ',
          '-',
          '&',
          'END:VCARD',
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join('')),
    fc.constant('lang '.repeat(40)),
  )
  .map((value) =>
    value
      .toWellFormed()
      .replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
      .trim(),
  );
const some = text.filter((value) => value !== '' && !/^(?:all|none)$/iu.test(value));
const optional = fc.option(some);
const time = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const uid = fc.uuid({ version: 4 });
const day = fc.option(
  fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days)),
);
// Of two names that differ by case only one would be kept.
const category = fc.option(fc.constantFrom('Work', 'Büro; a, b', '家'));

const task: fc.Arbitrary<ExportedTask> = fc
  .record({
    uid,
    title: some,
    description: fc.option(
      fc.array(some, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
    ),
    priority: fc.constantFrom(...taskPriorities),
    category,
    due_date: day,
    repeat_type: fc.constantFrom(...repeatTypes),
    completed_at: fc.option(time),
    created_at: time,
    rank: fc.option(fc.constantFrom('a0', 'a1V')),
    repeat_anchor_day: fc.option(fc.integer({ min: 1, max: 31 })),
    rule: fc.option(fc.constant('RRULE:FREQ=MONTHLY;BYDAY=2TU\nEXDATE:20261208\nDURATION:P2D')),
  })
  .map(({ rule, ...fields }) => ({
    ...fields,
    recurrence: fields.repeat_type === 'none' ? rule : null,
    completed: fields.completed_at !== null,
  }));

const contact: fc.Arbitrary<ExportedContact> = fc
  .record({
    uid,
    created_at: time,
    ...(Object.fromEntries(Object.keys(CONTACT_LIMITS).map((field) => [field, optional])) as Record<
      keyof typeof CONTACT_LIMITS,
      typeof optional
    >),
    category,
  })
  .map((fields) => ({ ...fields, first_name: fields.first_name ?? 'A' }));

const markup = fc
  .array(
    fc.oneof(
      text,
      fc.constantFrom(
        '\n',
        '\n\n',
        '\n- ',
        '\n  - ',
        '\n1. ',
        '\n> ',
        '**',
        '*',
        '__',
        '`',
        '# ',
        '\n---\n',
        '\n```\nx\n```\n',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => storedContent(serializeMarkup(parseMarkup(storedContent(parts.join('')) ?? ''))));

const rows: fc.Arbitrary<ExportedRows> = fc
  .record({
    tasks: fc.array(task, { maxLength: 4 }),
    contacts: fc.array(contact, { maxLength: 4 }),
    folders: fc.uniqueArray(fc.record({ uid, name: some, created_at: time }), {
      selector: (folder) => folder.uid,
      maxLength: 4,
    }),
    notes: fc.array(
      fc.record({
        uid,
        title: some,
        content: markup,
        pinned: fc.boolean(),
        created_at: time,
        updated_at: time,
      }),
      { maxLength: 4 },
    ),
    color: fc.option(fc.constantFrom(...CATEGORY_COLORS)),
  })
  .map(({ folders, notes, color, ...others }) => ({
    ...others,
    categories: ['Work', 'Büro; a, b', '家'].map((name) => ({ name, color })),
    folders: folders.map((folder, at) => ({
      ...folder,
      category: at === 0 ? 'Work' : '',
      parent_uid: at === 0 ? null : (folders[at - 1]?.uid ?? null),
    })),
    notes: notes.map((note, at) => ({ ...note, folder_uid: folders[at]?.uid ?? null })),
  }));

const without = <Fields extends { uid: string }>({ uid: _uid, ...fields }: Fields) => fields;
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('design §6: the zip of everything is read back as it was, but for new uids', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (exported) => {
      const bytes = new Uint8Array(
        Buffer.concat(await all(exportFile('everything', exported, NOW))),
      );
      const found = readFiles([{ name: 'almanac.zip', bytes }], context);
      expect(found.problems).toEqual([]);
      expect(found.tasks.map(({ fields }) => fields)).toEqual(exported.tasks.map(without));
      expect(found.contacts.map(({ fields }) => fields)).toEqual(exported.contacts.map(without));
      expect(found.categories).toEqual(exported.categories);
      expect(
        found.folders.map(({ key, parent, ...folder }) => ({
          uid: key,
          parent_uid: parent,
          ...folder,
        })),
      ).toEqual(exported.folders);
      expect(
        found.notes.map(({ fields: { folder, ...note } }) => ({ ...note, folder_uid: folder })),
      ).toEqual(exported.notes.map(without));
    }),
    { numRuns: 60 },
  );
});

test('RFC 6350: contacts.vcf is read back as it was; no line is longer than 75 bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 3 }), async (contacts) => {
      const file = (await all(vcardOf(contacts))).join('');
      for (const line of file.split('\r\n'))
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      const found = readFiles([source('contacts.vcf', file)], context);
      expect(found.contacts.map(({ fields }) => ({ ...fields, created_at: null }))).toEqual(
        contacts.map((exported) => ({ ...without(exported), created_at: null })),
      );
      expect(found.notes).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

const spoken = task.map((one) => ({ ...one, recurrence: null }));

test('RFC 5545: tasks.ics is read back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(spoken, { minLength: 1, maxLength: 3 }), async (tasks) => {
      const file = (await all(icalOf(tasks, NOW))).join('');
      const found = readFiles([source('tasks.ics', file)], context);
      const seconds = (at: string | null) => at?.slice(0, 19);
      expect(
        found.tasks.map(({ fields }) => ({
          ...fields,
          created_at: seconds(fields.created_at),
          rank: null,
        })),
      ).toEqual(
        tasks.map((exported) => ({
          ...without(exported),
          created_at: seconds(exported.created_at),
          rank: null,
        })),
      );
      expect(found.problems).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('RFC 5545: tasks.ics has times in UTC, however the database writes them', async () => {
  const written = '2026-01-02T01:04:05.678901-02:00';
  const [one] = fc.sample(task, 1);
  if (!one) throw new Error('no task was made');
  const late = { ...one, completed: true, completed_at: written, created_at: written };
  const file = (await all(icalOf([late], written))).join('');
  for (const name of ['DTSTAMP', 'CREATED', 'COMPLETED'])
    expect(file).toContain(`\r\n${name}:20260102T030405Z\r\n`);
});

test('spec §3: a note file is read back as it was', () => {
  fc.assert(
    fc.property(
      fc.record({
        uid,
        title: some,
        content: markup,
        pinned: fc.boolean(),
        created_at: time,
        updated_at: time,
      }),
      (fields) => {
        const note: ExportedNote = { ...fields, folder_uid: null };
        const { draft, left } = readMarkdownNote(noteFile(note), 'Name');
        expect({ ...draft, content: storedContent(draft.content) }).toEqual({
          title: note.title,
          content: note.content,
          pinned: note.pinned,
          created_at: note.created_at,
          updated_at: note.updated_at,
        });
        expect(left).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

test('design §6: names of files are those that every system takes, each once', async () => {
  const note = (title: string, folder_uid: string | null = null): ExportedNote => ({
    uid: title,
    title,
    content: null,
    folder_uid,
    pinned: false,
    created_at: null,
    updated_at: null,
  });
  const folders = [
    { uid: 'a', name: '../etc', category: '', parent_uid: null, created_at: null },
    { uid: 'b', name: 'CON', category: '', parent_uid: 'a', created_at: null },
  ];
  const notes = [note('Plan'), note('plan'), note('a/b: c?', 'b'), note('..', 'a')];
  expect((await all(noteFiles(folders, notes))).map(({ name }) => name)).toEqual([
    'Plan.md',
    'plan (2).md',
    '-etc/CON-/a-b- c-.md',
    '-etc/Untitled.md',
  ]);
  expect(displayName({})).toBe('Unnamed Contact');
});
