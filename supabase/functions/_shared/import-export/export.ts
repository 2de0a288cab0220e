import { Zip, ZipDeflate } from 'fflate';
import { ALMANAC_FORMAT, ALMANAC_VERSION, type ExportSource, type Rows } from './almanac-file.ts';
import { icalOf } from './ical.ts';
import type { ExportKind } from './kinds.ts';
import { noteFiles } from './notes.ts';
import { vcardOf } from './vcard.ts';

type Entry = { name: string; chunks: Rows<string> };

/** `almanac.json`, row by row (docs/import-export.md has its schema). */
async function* almanacJson(rows: ExportSource, now: string): AsyncGenerator<string> {
  yield `{\n"format": "${ALMANAC_FORMAT}",\n"version": ${ALMANAC_VERSION},\n"exported_at": ${JSON.stringify(now)}`;
  for (const name of ['categories', 'tasks', 'contacts', 'folders', 'notes'] as const) {
    yield `,\n"${name}": [`;
    let separator = '';
    for await (const row of rows[name]) {
      yield `${separator}\n${JSON.stringify(row)}`;
      separator = ',';
    }
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

async function* entriesOf(rows: ExportSource, now: string): AsyncGenerator<Entry> {
  yield { name: 'almanac.json', chunks: almanacJson(rows, now) };
  yield { name: 'README.txt', chunks: [readme(now)] };
  yield { name: 'contacts.vcf', chunks: vcardOf(rows.contacts) };
  yield { name: 'tasks.ics', chunks: icalOf(rows.tasks, now) };
  for await (const { name, chunks } of notesOf(rows)) yield { name: `notes/${name}`, chunks };
}

async function* notesOf({ folders, notes }: ExportSource): AsyncGenerator<Entry> {
  for await (const { name, text } of noteFiles(folders, notes)) yield { name, chunks: [text] };
}

const CHUNK = 64_000;

/** Small texts joined, so that each push compresses enough to be worth its overhead. */
async function* inChunks(texts: Rows<string>): AsyncGenerator<string> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < CHUNK) continue;
    yield waiting;
    waiting = '';
  }
  if (waiting !== '') yield waiting;
}

/**
 * One of the files that can be exported, chunk by chunk as it is asked for: nothing is ever held
 * whole, whoever stops asking cancels, and what was yielded is the progress.
 */
export function exportFile(
  kind: ExportKind,
  rows: ExportSource,
  now: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (kind === 'contacts') return encoded(vcardOf(rows.contacts));
  if (kind === 'tasks') return encoded(icalOf(rows.tasks, now));
  if (kind === 'almanac') return encoded(almanacJson(rows, now));
  return zipOf(kind === 'notes' ? notesOf(rows) : entriesOf(rows, now), now);
}

async function* encoded(texts: Rows<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const text of inChunks(texts)) yield encoder.encode(text);
}

async function* zipOf(entries: Rows<Entry>, now: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let ready: Uint8Array<ArrayBuffer>[] = [];
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
  for await (const { name, chunks } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = now;
    zip.add(file);
    for await (const text of inChunks(chunks)) {
      file.push(encoder.encode(text));
      yield* take();
    }
    file.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
