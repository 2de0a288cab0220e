import { expect, test } from 'vitest';
import {
  collapseLineBreaks,
  formToNote,
  noteFormSchema,
  secondVersionTitle,
  storedContent,
} from './note.ts';
import { folderFormSchema, formToFolder } from './folder-form.ts';

const uid = '6f0c3f0e-8a52-4e0c-9c0e-0d6a3f4e2b11';

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message);

test('§5 note form: a title is required and blanks are none', () => {
  const form = { title: '  ', content: '', folder: 'none' };
  expect(messages(noteFormSchema.safeParse(form))).toEqual(['Title is required']);
  expect(noteFormSchema.parse({ ...form, title: ' a ' }).title).toBe('a');
});

test('§5 note form: none or blank is no folder, empty content is null', () => {
  const form = { title: 'a', content: '', folder: 'none' };
  expect(formToNote(form)).toEqual({ title: 'a', content: null, folder_uid: null });
  expect(formToNote({ ...form, folder: '' }).folder_uid).toBeNull();
  expect(formToNote({ ...form, folder: uid }).folder_uid).toBe(uid);
});

test('§5 folder form: a name is required; none is no category and no parent', () => {
  const form = { name: 'a', category: 'none', parent: 'none' };
  expect(formToFolder(form)).toEqual({ name: 'a', category: '', parent_uid: null });
  expect(formToFolder({ ...form, category: 'Work', parent: uid })).toEqual({
    name: 'a',
    category: 'Work',
    parent_uid: uid,
  });
  expect(messages(folderFormSchema.safeParse({ ...form, name: '' }))).toEqual(['Name is required']);
});

test('§3 note markup: three or more line breaks become two when a note is saved', () => {
  expect(collapseLineBreaks('a\n\n\n\nb\n\nc\nd')).toBe('a\n\nb\n\nc\nd');
  expect(collapseLineBreaks('a\r\n\r\n\r\nb')).toBe('a\n\nb');
  expect(storedContent('')).toBeNull();
  const code = '```js\na\n\n\n\nb\n```';
  expect(collapseLineBreaks(`x\n\n\n\n${code}\n\n\ny\n${code}`)).toBe(`x\n\n${code}\n\ny\n${code}`);
  expect(collapseLineBreaks('```\n\n\n\nb')).toBe('```\n\nb');
});

test('§4 notes: a version kept beside another one has a title of its own that fits', () => {
  expect(secondVersionTitle('Trip')).toBe('Trip (my version)');
  expect(secondVersionTitle('x'.repeat(500))).toHaveLength(500);
});
