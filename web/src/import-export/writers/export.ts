import { Zip, ZipDeflate } from 'fflate';
import { ALMANAC_FORMAT, ALMANAC_VERSION, type ExportedRows } from '../almanac-file.ts';
import type { ExportKind } from './export-kinds.ts';
import { icalOf } from './ical.ts';
import { noteFiles } from './notes.ts';
import { vcardOf } from './vcard.ts';

type Entry = { name: string; chunks: Iterable<string> };

/** `almanac.json`, row by row (docs/import-export.md has its schema). */
export function* almanacJson(rows: ExportedRows, now: string): Generator<string> {
  yield `{\n"format": "${ALMANAC_FORMAT}",\n"version": ${ALMANAC_VERSION},\n"exported_at": ${JSON.stringify(now)}`;
  for (const name of ['categories', 'tasks', 'contacts', 'folders', 'notes'] as const) {
    yield `,\n"${name}": [`;
    for (const [index, row] of rows[name].entries())
      yield `${index > 0 ? ',' : ''}\n${JSON.stringify(row)}`;
    yield ']';
  }
  yield '\n}\n';
}

const readme = (now: string) => `Almanac, exported ${now.slice(0, 10)}

almanac.json   everything, for Almanac and for programs (Settings, Import and export)
contacts.vcf   contacts, for address books (vCard 3.0)
tasks.ics      tasks, for calendars and to-do lists (iCalendar)
notes/         notes as Markdown, in their folders

What is in almanac.json is described in docs/import-export.md of Almanac.
`;

function* entriesOf(rows: ExportedRows, now: string): Generator<Entry> {
  yield { name: 'README.txt', chunks: [readme(now)] };
  yield { name: 'almanac.json', chunks: almanacJson(rows, now) };
  yield { name: 'contacts.vcf', chunks: vcardOf(rows.contacts) };
  yield { name: 'tasks.ics', chunks: icalOf(rows.tasks, now) };
  for (const { name, chunks } of notesOf(rows)) yield { name: `notes/${name}`, chunks };
}

function* notesOf({ folders, notes }: ExportedRows): Generator<Entry> {
  for (const { name, text } of noteFiles(folders, notes)) yield { name, chunks: [text] };
}

const CHUNK = 64_000;

/** Small texts joined, so that each push compresses enough to be worth its overhead. */
function* inChunks(texts: Iterable<string>): Generator<string> {
  let waiting = '';
  for (const text of texts) {
    waiting += text;
    if (waiting.length < CHUNK) continue;
    yield waiting;
    waiting = '';
  }
  if (waiting !== '') yield waiting;
}

/** One of the files that can be exported, chunk by chunk. */
export function exportFile(
  kind: ExportKind,
  rows: ExportedRows,
  now: string,
): Generator<Uint8Array> {
  if (kind === 'contacts') return encoded(vcardOf(rows.contacts));
  if (kind === 'tasks') return encoded(icalOf(rows.tasks, now));
  if (kind === 'almanac') return encoded(almanacJson(rows, now));
  return kind === 'notes' ? zipOf(notesOf(rows), now) : exportZip(rows, now);
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of inChunks(texts)) yield encoder.encode(text);
}

/**
 * The zip of everything, chunk by chunk as it is asked for: nothing is ever held whole, whoever
 * stops asking cancels, and what was yielded is the progress.
 */
export function exportZip(rows: ExportedRows, now: string): Generator<Uint8Array> {
  return zipOf(entriesOf(rows, now), now);
}

function* zipOf(entries: Iterable<Entry>, now: string): Generator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const encoder = new TextEncoder();
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  for (const { name, chunks } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = now;
    zip.add(file);
    for (const text of inChunks(chunks)) {
      file.push(encoder.encode(text));
      yield* take();
    }
    file.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
