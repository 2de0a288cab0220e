import { Parser } from 'htmlparser2';
import { dayAndTime } from '../files/moments.ts';
import { decode, withoutExtension } from '../files/text.ts';
import { linesOfHtml } from '../notes/html.ts';
import { markupOfLines } from '../notes/lines.ts';
import type { Collector, ReadContext, Reader } from '../types.ts';

/** Kept of a note, by the path of elements within it; a resource's data is never collected. */
type Note = {
  texts: Map<string, string>;
  tags: string[];
  files: string[];
  tasks: string[];
  number: number;
};
const FIELDS = new Set(
  'title content created updated note-attributes/author note-attributes/source-url note-attributes/source note-attributes/latitude note-attributes/longitude note-attributes/reminder-time note-attributes/reminder-done-time'.split(
    ' ',
  ),
);
const MAX_DEPTH = 20;

const timeOf = (text = '') =>
  text.trim().replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u, '$1-$2-$3T$4:$5:$6Z');

function add(
  { texts, tags, files, tasks, number }: Note,
  file: string,
  folder: string | null,
  to: Collector,
  { timeZone }: ReadContext,
) {
  const { lines } = linesOfHtml(texts.get('content') ?? '');
  const get = (key: string) => texts.get(`note-attributes/${key}`)?.trim() ?? '';
  const reminder = dayAndTime(new Date(timeOf(get('reminder-time'))), timeZone);
  const at = { file, entry: number };
  to.note(
    at,
    {
      title: texts.get('title') ?? '',
      content: markupOfLines(lines),
      folder,
      created_at: timeOf(texts.get('created')),
      updated_at: timeOf(texts.get('updated')),
    },
    [
      { label: 'Tags', text: tags.join(', ') },
      { label: 'Tasks', text: tasks.join('; ') },
      { label: 'Source', text: get('source-url') },
      { label: 'Author', text: get('author') },
      { label: 'Place', text: get('latitude') ? `${get('latitude')}, ${get('longitude')}` : '' },
      { label: 'Reminder', text: reminder ? `${reminder.day} ${reminder.time} (${timeZone})` : '' },
      { label: 'Left out', text: files.join(', ') },
    ],
  );
}

function readFile(file: string, text: string, to: Collector, context: ReadContext) {
  const folder = to.folder([withoutExtension(file.split('/').at(-1) ?? file)]);
  const path: string[] = [];
  let note: Note | undefined;
  let number = 0;
  let current = '';
  let tooDeep = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (path.length < MAX_DEPTH) path.push(name);
        else tooDeep = true;
        current = '';
        if (name !== 'note' || note) return;
        number += 1;
        note = { texts: new Map(), tags: [], files: [], tasks: [], number };
      },
      ontext(part) {
        const where = path.slice(2).join('/');
        if (note && !where.endsWith('/data') && !where.endsWith('/recognition')) current += part;
      },
      onclosetag(name) {
        const where = path.slice(2).join('/');
        if (note && where !== '') {
          if (FIELDS.has(where)) note.texts.set(where, current);
          else if (where === 'tag') note.tags.push(current.trim());
          else if (where === 'task/title') note.tasks.push(current.trim());
          else if (where === 'resource/resource-attributes/file-name')
            note.files.push(current.trim());
          else if (where === 'resource' && note.files.length === 0)
            note.files.push('a picture or file');
        }
        if (path.at(-1) === name) path.pop();
        current = '';
        if (name === 'note' && note && path.length <= 1) {
          add(note, file, folder, to, context);
          note = undefined;
        }
      },
    },
    // Only XML's five entities and numbers are read: what a document type declares is never expanded.
    { xmlMode: true, decodeEntities: true },
  );
  const isCutOff = !/<\/en-export>\s*$/u.test(text.slice(-200));
  parser.write(text);
  if (!isCutOff) parser.end();
  if (note) to.skip({ file, entry: number }, 'This note has no end: the file is cut off.');
  else if (isCutOff) to.problem({ file }, 'The file has no end: it may be cut off.');
  if (tooDeep) to.problem({ file }, 'Something in the file is nested too deep to be read.');
}

/** Evernote's ENEX. A file is a notebook, so its notes come into a folder of its name. */
export const readEnex: Reader = (files, to, context) => {
  for (const { name, bytes } of files) readFile(name, decode(bytes).text, to, context);
};
