import { startTransition, useEffect, useRef, useState } from 'react';
import { proxy } from 'comlink';
import { newUid } from '#domain/uid.ts';
import {
  cancelImport,
  useSendImport,
  useUndoImport,
  type PastImport,
} from '../../../data/transfer/imports.ts';
import { noteTexts, ownRows } from '../../../data/transfer/own-rows.ts';
import type { Line } from '../../../import-export/preview.ts';
import { MAX_PARTS } from '../../../import-export/rows.ts';
import type { Similar } from '../../../import-export/similar.ts';
import type { Format, Problem } from '../../../import-export/types.ts';
import type { ChosenFile } from '../../../import-export/worker.ts';
import { today } from '../../../lib/clock.ts';
import { OFFLINE_TEXT, statusOf, userMessage } from '../../../lib/errors.ts';
import { yieldToMain } from '../../../lib/later.ts';
import { startFileJob, type FileJob } from './file-worker.ts';

/** What was read, for the preview. */
export type Read = {
  fileName: string;
  files: number;
  formats: readonly Format[];
  lines: readonly Line[];
  problems: readonly Problem[];
  /** How many folders and categories would be imported, too. */
  rows: number;
};

type Stage =
  | { name: 'idle'; error?: string }
  | { name: 'reading'; files: number; read: number }
  | { name: 'preview'; read: Read; error?: string }
  | { name: 'sending'; read: Read; parts: number; sent: number }
  | { name: 'done'; imported: PastImport };

/** Lines that are read from the worker at a time, so that the page stays responsive. */
const LINES = 2000;

const FAILED = 'These files could not be read.';

async function readAll(job: FileJob, chosen: readonly ChosenFile[], onFile: (n: number) => void) {
  const { worker, ask } = job;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const found = await ask(worker.read(chosen, { today: today(), timeZone }, proxy(onFile)));
  const notes = new Map<string, { uid: string; content_rev: number }>();
  for await (const some of ownRows()) {
    for (const note of some.notes ?? []) notes.set(note.uid, note);
    await ask(
      worker.addExisting({
        ...(some.categories && { categories: some.categories.map(({ name }) => name) }),
        ...(some.folders && {
          folders: some.folders.map(({ uid, name, parent_uid }) => ({ uid, name, parent_uid })),
        }),
        ...(some.tasks && {
          tasks: some.tasks.map(({ title, description, due_date }) => ({
            title,
            description,
            due_date,
          })),
        }),
        ...(some.contacts && { contacts: some.contacts }),
        ...(some.notes && { notes: some.notes.map(({ uid, title }) => ({ uid, title })) }),
      }),
    );
  }
  const compared = await ask(worker.notesToCompare());
  const wanted = compared.flatMap((uid) => notes.get(uid) ?? []);
  for await (const texts of noteTexts(wanted)) await ask(worker.addTexts(texts));
  const total = await ask(worker.compare());
  const lines: Line[] = [];
  for (let from = 0; from < total; from += LINES) {
    lines.push(...(await ask(worker.lines(from, from + LINES))));
    await yieldToMain();
  }
  return { ...found, lines };
}

function nameOf(chosen: readonly ChosenFile[]): string {
  const [first] = chosen;
  if (!first) return '';
  const [folder] = first.name.split('/');
  if (first.name.includes('/') && chosen.every(({ name }) => name.startsWith(`${folder}/`)))
    return folder ?? '';
  return chosen.length === 1 ? first.name : `${first.name} and ${chosen.length - 1} more`;
}

export type ImportJob = ReturnType<typeof useImport>;

/** An import from the choice of files to its end; leaving the screen cancels it. */
export function useImport() {
  const [stage, setStage] = useState<Stage>({ name: 'idle' });
  const job = useRef<FileJob | null>(null);
  /** The uid of the import; the same if it is sent again. */
  const uid = useRef('');
  const { mutateAsync: send } = useSendImport();
  const { mutateAsync: undo } = useUndoImport();
  useEffect(() => () => job.current?.end(), []);

  const end = () => {
    job.current?.end();
    job.current = null;
  };

  const read = async (chosen: readonly ChosenFile[]) => {
    if (chosen.length === 0) return;
    end();
    const own = startFileJob();
    job.current = own;
    uid.current = newUid();
    setStage({ name: 'reading', files: chosen.length, read: 0 });
    try {
      const found = await readAll(own, chosen, (count) => {
        if (job.current === own) setStage({ name: 'reading', files: chosen.length, read: count });
      });
      // A transition, since there may be thousands of rows.
      startTransition(() =>
        setStage({
          name: 'preview',
          read: { fileName: nameOf(chosen), files: chosen.length, ...found },
        }),
      );
    } catch (error) {
      if (own.signal.aborted) return;
      console.error(FAILED, error);
      own.end();
      setStage({ name: 'idle', error: userMessage(error, FAILED) });
    }
  };

  const submit = async (shown: Read, chosen: readonly number[]) => {
    const own = job.current;
    if (!own) return;
    const { worker, ask, signal } = own;
    try {
      setStage({ name: 'sending', read: shown, parts: 1, sent: 0 });
      const parts = await ask(worker.prepare(chosen));
      if (parts > MAX_PARTS) {
        const error =
          'This is more than one import takes: 50,000 entries are the most. Leave some out, and import them afterwards.';
        setStage({ name: 'preview', read: shown, error });
        return;
      }
      const imported = await send({
        uid: uid.current,
        fileName: shown.fileName,
        parts,
        partAt: (index) => ask(worker.part(index)),
        onPart: (sent) => setStage({ name: 'sending', read: shown, parts, sent }),
        signal,
      });
      end();
      startTransition(() => setStage({ name: 'done', imported }));
    } catch (error) {
      if (signal.aborted) return;
      console.error('The import could not be sent.', error);
      const message =
        statusOf(error) === 0
          ? OFFLINE_TEXT
          : userMessage(error, 'The import failed. Try again: nothing is added twice.');
      setStage({ name: 'preview', read: shown, error: message });
    }
  };

  const cancel = () => {
    const isSending = stage.name === 'sending';
    end();
    setStage({ name: 'idle' });
    if (isSending) void cancelImport(uid.current);
  };

  /** The lines that add to an existing contact and differ in nothing. */
  const additionsTo = async (indexes: readonly number[]): Promise<[number, Similar][]> =>
    job.current ? job.current.ask(job.current.worker.additions(indexes)) : [];
  const similarTo = async (index: number): Promise<Similar | undefined> =>
    job.current ? job.current.ask(job.current.worker.similar(index)) : undefined;

  return {
    stage,
    read,
    submit,
    cancel,
    additionsTo,
    similarTo,
    /** Undoes the import that was just done. */
    undo: async (imported: PastImport) => {
      const undone = await undo(imported.uid);
      setStage({ name: 'done', imported: undone });
    },
  };
}
