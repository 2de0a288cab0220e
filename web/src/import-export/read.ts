import { ALMANAC_FORMAT } from '#import-export/almanac-file.ts';
import { collector } from './collect.ts';
import {
  gunzip,
  isGzip,
  isTar,
  isZip,
  MAX_FILE,
  Unreadable,
  untar,
  unzip,
} from './files/archives.ts';
import { csvRows } from './files/csv.ts';
import { isObject, parseJson } from './files/json.ts';
import { decode, extensionOf, isBinary } from './files/text.ts';
import { readAlmanac } from './readers/almanac.ts';
import { isGoogleContacts, isOutlookContacts, readContactsCsv } from './readers/contacts-csv.ts';
import { readEnex } from './readers/enex.ts';
import { isGoogleTasks, readGoogleTasks } from './readers/google-tasks.ts';
import { joplinItem, readJoplin } from './readers/joplin.ts';
import { isMicrosoft, readMicrosoft } from './readers/microsoft.ts';
import { readNotes } from './readers/notes.ts';
import { isSuperProductivity, readSuperProductivity } from './readers/super-productivity.ts';
import { readTickTick, tickTickHeader } from './readers/ticktick.ts';
import { readTodoist } from './readers/todoist.ts';
import { isTududi, readTududi } from './readers/tududi.ts';
import { readVCard } from './readers/vcard.ts';
import { isVikunja, readVikunja } from './readers/vikunja.ts';
import { readVTodo } from './readers/vtodo.ts';
import type { Collector, Format, Imported, ReadContext, Reader, Source } from './types.ts';

const READERS: Record<Format, Reader> = {
  almanac: readAlmanac,
  vcard: readVCard,
  'google-contacts': readContactsCsv,
  'outlook-contacts': readContactsCsv,
  todoist: readTodoist,
  ticktick: readTickTick,
  'microsoft-to-do': readMicrosoft,
  'google-tasks': readGoogleTasks,
  icalendar: readVTodo,
  vikunja: readVikunja,
  tududi: readTududi,
  'super-productivity': readSuperProductivity,
  joplin: readJoplin,
  evernote: readEnex,
  notes: readNotes,
};

const NOTES = new Set(['md', 'markdown', 'txt', 'text', 'html', 'htm']);

function formatOfJson(text: string): Format | null {
  const root = parseJson(text);
  if (isObject(root) && root['format'] === ALMANAC_FORMAT && typeof root['version'] === 'number')
    return 'almanac';
  if (isGoogleTasks(root)) return 'google-tasks';
  if (isTududi(root)) return 'tududi';
  if (isSuperProductivity(root)) return 'super-productivity';
  if (isVikunja(root)) return 'vikunja';
  return isMicrosoft(root) ? 'microsoft-to-do' : null;
}

function formatOfCsv(text: string): Format | null {
  const { rows } = csvRows(text.slice(0, 20_000));
  if (tickTickHeader(rows) !== -1) return 'ticktick';
  const first = rows[0]?.cells.map((cell) => cell.trim().toUpperCase()) ?? [];
  if (first.includes('TYPE') && first.includes('CONTENT')) return 'todoist';
  if (isGoogleContacts(rows)) return 'google-contacts';
  return isOutlookContacts(rows) ? 'outlook-contacts' : null;
}

/** The format of a file by what is in it; a name only tells notes from each other. */
function formatOf(file: Source, text: string): Format | null {
  const start = text
    .slice(0, 2000)
    .replace(/^\uFEFF/u, '')
    .trimStart();
  const kind = extensionOf(file.name);
  if (/^BEGIN:VCARD/iu.test(start)) return 'vcard';
  if (/^BEGIN:VCALENDAR/iu.test(start)) return 'icalendar';
  if (/<en-export[\s>]/u.test(start)) return 'evernote';
  if (kind === 'md' && /^type_: \d+\s*$/mu.test(text.slice(-500)) && joplinItem(file))
    return 'joplin';
  if (NOTES.has(kind)) return 'notes';
  if (/^[[{]/u.test(start)) return formatOfJson(text);
  return formatOfCsv(text) ?? (/^<!doctype html|^<html/iu.test(start) ? 'notes' : null);
}

type Opened = { files: Source[]; isArchive: boolean };

/** The files of what was dropped. @throws Unreadable */
function open({ name, bytes }: Source, to: Collector, depth = 0): Opened {
  if (bytes.length > MAX_FILE) throw new Unreadable('This file is too large: 100 MB are the most.');
  if (bytes.length === 0) throw new Unreadable('This file is empty.');
  if (isGzip(bytes))
    return open({ name: name.replace(/\.gz$/iu, ''), bytes: gunzip(bytes) }, to, depth + 1);
  if (!isZip(bytes) && !isTar(bytes)) return { files: [{ name, bytes }], isArchive: false };
  if (depth > 1) throw new Unreadable('This archive holds another archive: unpack it first.');
  const { files, leftOut } = isZip(bytes) ? unzip(bytes) : untar(bytes);
  if (leftOut > 0)
    to.problem(
      { file: name },
      `${leftOut} ${leftOut === 1 ? 'picture or other file was' : 'pictures and other files were'} left out.`,
    );
  if (files.length === 0)
    throw new Unreadable('There is nothing in this archive that Almanac can read.');
  return { files, isArchive: true };
}

/** Where one file of an archive holds everything, the others only show the same again. */
function wholeOf(byFormat: ReadonlyMap<Format | null, Source[]>): [Format, Source[]] | null {
  for (const format of ['almanac', 'vikunja', 'joplin'] as const) {
    const files = byFormat.get(format);
    if (files) return [format, files];
  }
  return null;
}

/** Why nothing can be read of a file whose format is not known. */
function reasonOf({ bytes }: Source, text: string): string {
  if (isZip(bytes) || isTar(bytes) || isGzip(bytes))
    return 'This archive holds another archive: unpack it first.';
  return /^\s*[[{]/u.test(text) && parseJson(text) === undefined
    ? 'This file is damaged or cut off.'
    : 'Almanac does not know this kind of file.';
}

function readGroup(format: Format, files: readonly Source[], to: Collector, context: ReadContext) {
  try {
    READERS[format](files, to, context);
  } catch {
    // A reader takes anything; should one fail nevertheless, the others go on.
    to.skip({ file: files[0]?.name ?? '' }, 'Something in this file could not be read.');
  }
}

/**
 * Reads what was dropped: files of any format, folders (paths as names) and archives. Never throws;
 * what cannot be read is a sentence among the problems.
 */
export function readFiles(
  sources: readonly Source[],
  context: ReadContext,
): Imported & { formats: Format[] } {
  const { to, result } = collector();
  const formats = new Set<Format>();
  const loose: Source[] = [];
  const unknown = new Map<Source, string>();
  const read = (files: readonly Source[], isArchive: boolean) => {
    const guessed = new Set<string>();
    const byFormat = Map.groupBy(files, (file) => {
      const { text, isGuessed } = isBinary(file.bytes)
        ? { text: '', isGuessed: false }
        : decode(file.bytes);
      const format = text === '' ? null : formatOf(file, text);
      if (format === null) unknown.set(file, reasonOf(file, text));
      else if (isGuessed) guessed.add(file.name);
      return format;
    });
    const whole = isArchive ? wholeOf(byFormat) : null;
    const groups = whole ? new Map([whole]) : byFormat;
    for (const [format, group] of groups) {
      if (format === null) {
        for (const file of group) to.skip({ file: file.name }, unknown.get(file) ?? '');
        continue;
      }
      formats.add(format);
      for (const { name: file } of group)
        if (guessed.has(file))
          to.problem(
            { file },
            'It says nothing of its encoding: look whether all letters are right.',
          );
      readGroup(format, group, to, context);
    }
  };
  for (const source of sources) {
    try {
      const { files, isArchive } = open(source, to);
      if (isArchive) read(files, true);
      else loose.push(...files);
    } catch (error) {
      const reason = error instanceof Unreadable ? error.message : 'This file could not be read.';
      to.skip({ file: source.name }, reason);
    }
  }
  read(loose, false);
  return { ...result(), formats: [...formats] };
}
