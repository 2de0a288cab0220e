import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONTACT_LIMITS } from '#domain/contact.ts';
import { collector } from './collect.ts';
import { notesToCompare, preview } from './preview.ts';
import { importRows, inParts, type ImportRow } from './rows.ts';
import type { Collector, ContactDraft, Existing, ExistingContact, Imported } from './types.ts';

const at = { file: 'a.json' };
const none: Existing = { tasks: [], contacts: [], folders: [], notes: [], categories: [] };
const noTexts = new Map<string, string | null>();

function imported(fill: (to: Collector) => void): Imported {
  const { to, result } = collector();
  fill(to);
  return result();
}

function existingContact(uid: string, fields: ContactDraft): ExistingContact {
  const all = Object.fromEntries(Object.keys(CONTACT_LIMITS).map((field) => [field, null]));
  return { ...all, ...fields, uid } as ExistingContact;
}

/** Uids that a test can read: `new 1`, `new 2`. */
function numbered() {
  let count = 0;
  return () => `new ${(count += 1)}`;
}

const everything = ({ tasks, contacts, notes }: Imported) =>
  new Set(Array.from({ length: tasks.length + contacts.length + notes.length }, (_, i) => i));
const sent = (rows: readonly ImportRow[], table: string) =>
  rows.filter((row) => row.table === table);

test('design §7 preview: a line shows the beginning of a text of megabytes', () => {
  const read = imported((to) =>
    to.task(at, { title: 'A' }, [{ label: 'Notes', text: 'word '.repeat(1_000_000) }]),
  );
  const { lines } = preview(read, none, noTexts);
  for (const { title, left } of lines) expect(`${title}${left}`.length).toBeLessThan(1000);
  expect(lines[0]?.left).toMatch(/^Notes: word .*…$/u);
});

test('design §7 preview: what the account has by content is the same, and so is a second one in the file', () => {
  const read = imported((to) => {
    to.task(at, { title: 'Milk', due_date: '2026-11-23', priority: 'high' });
    to.task(at, { title: 'Milk' });
    to.task(at, { title: 'Milk', category: 'Shop' });
    to.note(at, { title: 'Soup', content: 'Leek' });
    to.note(at, { title: 'Soup', content: 'Onion' });
  });
  const existing: Existing = {
    ...none,
    tasks: [{ title: 'Milk', description: null, due_date: '2026-11-23' }],
    notes: [
      { uid: 'n1', title: 'Soup' },
      { uid: 'n2', title: 'Bread' },
    ],
  };
  expect(notesToCompare(read, existing)).toEqual(['n1']);
  const { lines } = preview(read, existing, new Map([['n1', 'Leek']]));
  expect(lines.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'task same',
    'task new',
    'task same',
    'note same',
    'note new',
  ]);
});

test('design §7 preview: a contact is like one with its name, its e-mail or its number', () => {
  const ada = existingContact('ada', { first_name: 'Adá', last_name: 'Lovelace', city: 'London' });
  const grace = existingContact('grace', {
    email_address: 'Grace@Example.org',
    mobile_phone: '+1 (555) 123-4567',
  });
  const read = imported((to) => {
    to.contact(at, { first_name: 'ada', last_name: 'LOVELACE', title: 'Countess' });
    to.contact(at, { display_full_name: 'Grace Hopper', email_address: 'grace@example.org' });
    to.contact(at, { phone: '555 1234567', company: 'Navy' });
    to.contact(at, { first_name: 'Adá', last_name: 'Lovelace' });
    to.contact(at, { first_name: 'Ada', phone: '4567' });
    to.contact(at, { first_name: 'Adá', last_name: 'Lovelace', city: 'London' });
  });
  const { lines, similar } = preview(read, { ...none, contacts: [ada, grace] }, noTexts);
  expect(lines.map(({ state }) => state)).toEqual([
    'similar',
    'similar',
    'similar',
    'same',
    'new',
    'same',
  ]);
  expect(similar.get(0)).toEqual({
    uid: 'ada',
    name: 'Adá Lovelace',
    differences: [
      { field: 'first_name', mine: 'Adá', theirs: 'ada' },
      { field: 'last_name', mine: 'Lovelace', theirs: 'LOVELACE' },
      { field: 'title', mine: null, theirs: 'Countess' },
    ],
  });
  expect(similar.get(2)).toMatchObject({ uid: 'grace' });
});

test('design §7 preview: whoever joins all that differs has a contact of which the file’s is the same', () => {
  const text = fc.constantFrom(null, 'Ada', 'Lovelace', 'x@y.org', '+44 20 7946 0000');
  const contact = fc.record(
    Object.fromEntries(Object.keys(CONTACT_LIMITS).map((field) => [field, text])),
  ) as fc.Arbitrary<ContactDraft>;
  fc.assert(
    fc.property(contact, contact, (mine, theirs) => {
      const read = imported((to) => to.contact(at, theirs));
      fc.pre(read.contacts.length === 1);
      const before = existingContact('one', mine);
      const { similar } = preview(read, { ...none, contacts: [before] }, noTexts);
      for (const [, { differences }] of similar) {
        const after = { ...before };
        for (const { field, theirs: value } of differences) after[field] = value;
        const again = preview(read, { ...none, contacts: [after] }, noTexts);
        expect(again.lines.map(({ state }) => state)).toEqual(['same']);
      }
    }),
  );
});

test('design §7 rows: folders and categories that the account has are used, and others come along as they are needed', () => {
  const read = imported((to) => {
    to.category('Work', 'red');
    to.category('Unused', 'teal');
    const deep = to.folder(['Plans', 'Deep']);
    to.folder(['Empty']);
    to.note(at, { title: 'In deep', folder: deep });
    to.note(at, { title: 'Left out', folder: to.folder(['Other']) });
    to.task(at, { title: 'T', category: 'work' });
    to.contact(at, { first_name: 'C', category: 'Left' });
  });
  const existing: Existing = {
    ...none,
    folders: [
      { uid: 'plans', name: 'Plans', parent_uid: null },
      { uid: 'elsewhere', name: 'Deep', parent_uid: null },
    ],
    categories: ['WORK'],
  };
  const rows = importRows(read, existing, new Set([0, 2]), numbered());
  expect(sent(rows, 'categories')).toMatchObject([{ name: 'Unused', color: 'teal' }]);
  expect(sent(rows, 'folders')).toMatchObject([
    { name: 'Deep', parent_uid: 'plans' },
    { name: 'Empty', parent_uid: null },
  ]);
  const [deep] = sent(rows, 'folders');
  expect(sent(rows, 'notes')).toMatchObject([{ title: 'In deep', folder_uid: deep?.uid }]);
  expect(sent(rows, 'tasks')).toMatchObject([{ title: 'T', category: 'WORK' }]);
  expect(sent(rows, 'contacts')).toEqual([]);
});

test('design §7 rows: whatever is chosen, every folder named is sent or there, and every uid is new', () => {
  const path = fc.array(fc.constantFrom('A', 'B', 'a', 'C/D'), { minLength: 1, maxLength: 4 });
  const made = fc.record({
    paths: fc.array(path, { maxLength: 6 }),
    tasks: fc.array(fc.constantFrom(null, 'Work', 'WORK', 'Home'), { maxLength: 4 }),
    there: fc.array(path, { maxLength: 3 }),
    chosen: fc.array(fc.nat(10)),
  });
  fc.assert(
    fc.property(made, ({ paths, tasks, there, chosen }) => {
      const read = imported((to) => {
        for (const category of tasks) to.task(at, { title: 'T', category });
        for (const one of paths) to.note(at, { title: one.join(' '), folder: to.folder(one) });
      });
      const folders: Existing['folders'] = [];
      for (const one of there) {
        let parent: string | null = null;
        for (const name of one) {
          const uid: string = `${parent ?? ''}/${name}`;
          if (!folders.some((folder) => folder.uid === uid))
            folders.push({ uid, name, parent_uid: parent });
          parent = uid;
        }
      }
      const rows = importRows(read, { ...none, folders }, new Set(chosen), numbered());
      const known = new Set([...folders.map(({ uid }) => uid), ...rows.map(({ uid }) => uid)]);
      expect(new Set(rows.map(({ uid }) => uid)).size).toBe(rows.length);
      for (const row of rows) {
        for (const column of ['folder_uid', 'parent_uid'])
          if (typeof row[column] === 'string') expect(known).toContain(row[column]);
      }
      const count = tasks.length + paths.length;
      const wanted = new Set(chosen.filter((index) => index < count));
      expect(sent(rows, 'tasks').length + sent(rows, 'notes').length).toBe(wanted.size);
      const names = sent(rows, 'categories').map(({ name }) => String(name).toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});

test('design §7 parts: all rows in their order, each part within the server’s bounds', () => {
  const read = imported((to) => {
    for (let index = 0; index < 2500; index += 1) to.task(at, { title: `Task ${index}` });
    to.note(at, { title: 'Long', content: 'x'.repeat(999_000) });
    to.note(at, { title: 'Long, too', content: 'y'.repeat(999_000) });
  });
  const rows = importRows(read, none, everything(read), numbered());
  const parts = inParts(rows);
  expect(parts.flat()).toEqual(rows);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(1000);
  for (const part of parts)
    expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(9_000_000);
  expect(parts.length).toBe(4);
});
