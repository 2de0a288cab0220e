// Reads and writes files beside the page, which stays as quick as it is. One worker a job: whoever
// cancels ends it.
import { expose } from 'comlink';
import { newUid } from '#domain/uid.ts';
import type { ExportedRows } from '#import-export/almanac-file.ts';
import { loadDateWords } from './date-words.ts';
import { MAX_FILE } from './files/archives.ts';
import { notesToCompare, preview, type Line } from './preview.ts';
import { readFiles } from './read.ts';
import { importRows, inParts, type ImportRow } from './rows.ts';
import type { Similar } from './similar.ts';
import type { Existing, Format, Imported, Problem, Source } from './types.ts';
import { exportFile } from '#import-export/export.ts';
import type { ExportKind } from '#import-export/kinds.ts';
import { select, type Selection } from '#import-export/selection.ts';

/** A file as it was chosen, with its path where a folder was. */
export type ChosenFile = { name: string; file: File };

/** What was read of the files. */
export type ReadFiles = { formats: Format[]; problems: Problem[]; rows: number };

const nothing: Existing = { tasks: [], contacts: [], folders: [], notes: [], categories: [] };

let imported: Imported | undefined;
let existing: Existing = nothing;
let texts = new Map<string, string | null>();
let lines: Line[] = [];
let similar = new Map<number, Similar>();
let parts: ImportRow[][] = [];
let exported: ExportedRows = { categories: [], tasks: [], contacts: [], folders: [], notes: [] };

function found(): Imported {
  if (!imported) throw new Error('No file was read.');
  return imported;
}

const api = {
  /** Reads what was chosen; `onFile` is called with how many of the files are read. */
  async read(
    chosen: readonly ChosenFile[],
    { today, timeZone }: { today: string; timeZone: string },
    onFile: (count: number) => void,
  ): Promise<ReadFiles> {
    const sources: Source[] = [];
    const tooLarge: Problem[] = [];
    for (const [index, { name, file }] of chosen.entries()) {
      if (file.size > MAX_FILE) {
        const text = 'This file is too large: 100 MB are the most.';
        tooLarge.push({ at: { file: name }, text, skipped: true });
      } else {
        sources.push({ name, bytes: new Uint8Array(await file.arrayBuffer()) });
      }
      onFile(index + 1);
    }
    const { formats, ...read } = readFiles(sources, {
      today,
      timeZone,
      parseWords: await loadDateWords(),
    });
    imported = { ...read, problems: [...tooLarge, ...read.problems] };
    const { tasks, contacts, notes, folders, categories, problems } = imported;
    const rows = tasks.length + contacts.length + notes.length + folders.length + categories.length;
    return { formats, problems, rows };
  },

  /** Adds some of what the account has, which comes in pieces. */
  addExisting(more: Partial<Existing>): void {
    existing = {
      tasks: existing.tasks.concat(more.tasks ?? []),
      contacts: existing.contacts.concat(more.contacts ?? []),
      folders: existing.folders.concat(more.folders ?? []),
      notes: existing.notes.concat(more.notes ?? []),
      categories: existing.categories.concat(more.categories ?? []),
    };
  },

  /** The account's notes whose texts are asked for before `compare`. */
  notesToCompare: (): string[] => notesToCompare(found(), existing),

  addTexts(more: readonly (readonly [string, string | null])[]): void {
    texts = new Map([...texts, ...more]);
  },

  /** Lays what was read beside what the account has; the number of lines. */
  compare(): number {
    ({ lines, similar } = preview(found(), existing, texts));
    return lines.length;
  },

  lines: (from: number, to: number): Line[] => lines.slice(from, to),

  similar: (index: number): Similar | undefined => similar.get(index),

  /** Those of the lines that add to a contact and contradict nothing in it. */
  additions: (indexes: readonly number[]): [number, Similar][] =>
    indexes.flatMap((index) => {
      const one = similar.get(index);
      const adds = one?.differences.every(({ mine }) => mine === null);
      return one && adds ? [[index, one] as [number, Similar]] : [];
    }),

  /** Makes the rows of the chosen lines; the number of parts that they are sent in. */
  prepare(chosen: readonly number[]): number {
    parts = inParts(importRows(found(), existing, new Set(chosen), newUid));
    return parts.length;
  },

  /** A part, from 0. */
  part: (index: number): ImportRow[] => parts[index] ?? [],

  /** Adds some of the rows to be exported, which come in pieces. */
  addExported(more: Partial<ExportedRows>): void {
    exported = {
      categories: exported.categories.concat(more.categories ?? []),
      tasks: exported.tasks.concat(more.tasks ?? []),
      contacts: exported.contacts.concat(more.contacts ?? []),
      folders: exported.folders.concat(more.folders ?? []),
      notes: exported.notes.concat(more.notes ?? []),
    };
  },

  /** The file, which the browser keeps on its disk where it is large. */
  async write(kind: ExportKind, selection: Selection, now: string): Promise<Blob> {
    const rows = select(exported, selection);
    const chunks: BlobPart[] = [];
    for await (const chunk of exportFile(kind, rows, now)) chunks.push(chunk);
    return new Blob(chunks);
  },
};

export type FileWorker = typeof api;

expose(api);
