import { useEffect, useRef, useState, type DragEvent } from 'react';
import { clsx } from 'clsx';
import { FileInput, FolderInput } from 'lucide-react';
import { describeCounts, type PastImport } from '../../../data/transfer/imports.ts';
import { toastFailure } from '../../../lib/toast.ts';
import { Button, Spinner } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { droppedFiles, filesOf } from './chosen-files.ts';
import { ImportPreview } from './import-preview.tsx';
import { describeUndone } from './past-imports.tsx';
import type { ImportJob } from './use-import.ts';

const FORMATS = [
  ['Contacts', 'vCard (Google, Apple, Outlook, Nextcloud), Google and Outlook CSV'],
  [
    'Tasks',
    'Todoist, TickTick, Microsoft To Do, Google Tasks, iCalendar, Vikunja, tududi, Super Productivity',
  ],
  ['Notes', 'Markdown (Obsidian, Nextcloud), Joplin, Evernote, HTML and plain text'],
  ['Everything', 'Almanac’s own export'],
] as const;

/** Imports files of other programs: choose, review, send. */
export function ImportSection({ isReady, job }: { isReady: boolean; job: ImportJob }) {
  const { stage, read, submit, cancel, undo, additionsTo, similarTo } = job;
  const heading = useRef<HTMLHeadingElement>(null);
  const { name } = stage;
  const last = useRef(name);
  useEffect(() => {
    // The element with the focus was part of the step before.
    if (name !== last.current) heading.current?.focus({ preventScroll: name === 'reading' });
    last.current = name;
  }, [name]);
  return (
    <section aria-labelledby="import-heading">
      <h2
        ref={heading}
        id="import-heading"
        tabIndex={-1}
        className="scroll-mt-20 text-lg font-semibold outline-none"
      >
        Import
      </h2>
      {name === 'idle' ? (
        <Choose isReady={isReady} error={stage.error} onChoose={(files) => void read(files)} />
      ) : null}
      {name === 'reading' ? (
        <Progress
          text={
            stage.files > 1
              ? `Reading ${stage.read.toLocaleString('en-US')} of ${stage.files.toLocaleString('en-US')} files...`
              : 'Reading the file...'
          }
          onCancel={cancel}
        />
      ) : null}
      {name === 'preview' ? (
        <ImportPreview
          read={stage.read}
          error={stage.error}
          additionsTo={additionsTo}
          similarTo={similarTo}
          onImport={(chosen) => void submit(stage.read, chosen)}
          onCancel={cancel}
        />
      ) : null}
      {name === 'sending' ? (
        <Progress
          text={stage.sent < stage.parts ? 'Sending...' : 'Adding everything...'}
          part={stage.sent / stage.parts}
          {...(stage.sent < stage.parts && { onCancel: cancel })}
        />
      ) : null}
      {name === 'done' ? <Done imported={stage.imported} onUndo={undo} onAnother={cancel} /> : null}
    </section>
  );
}

type ChooseProps = {
  isReady: boolean;
  error: string | undefined;
  onChoose: (files: ReturnType<typeof filesOf>) => void;
};

function Choose({ isReady, error, onChoose }: ChooseProps) {
  const [isOver, setIsOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A file dropped beside the box would replace the page.
    const keep = (event: Event) => event.preventDefault();
    addEventListener('dragover', keep);
    addEventListener('drop', keep);
    return () => {
      removeEventListener('dragover', keep);
      removeEventListener('drop', keep);
    };
  }, []);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isReady) return;
    try {
      onChoose(await droppedFiles(event.dataTransfer));
    } catch (failure) {
      toastFailure(failure, 'What was dropped could not be read.');
    }
  };
  return (
    <>
      <p className="mt-1 max-w-prose text-pretty text-soft">
        From files of other programs. You see everything before anything is added, and can undo an
        import for 30 days.
      </p>
      <div
        onDragEnter={() => setIsOver(true)}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
            setIsOver(false);
        }}
        onDrop={(event) => void drop(event)}
        className={clsx(
          'mt-4 flex flex-col items-center gap-4 rounded-base border border-dashed px-4 py-8 text-center transition-colors',
          isOver ? 'border-accent-ink bg-accent-soft' : 'border-line-strong',
        )}
      >
        <p className="text-soft max-sm:hidden">Drop files or a folder here</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" disabled={!isReady} onClick={() => files.current?.click()}>
            <FileInput aria-hidden />
            Choose files…
          </Button>
          <Button
            disabled={!isReady}
            onClick={() => folder.current?.click()}
            className="max-sm:hidden"
          >
            <FolderInput aria-hidden />
            Choose a folder…
          </Button>
        </div>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label="Files to import"
          onChange={({ currentTarget }) => {
            onChoose(filesOf(currentTarget.files));
            currentTarget.value = '';
          }}
        />
        <input
          ref={folder}
          type="file"
          // React accepts it in lower case only.
          {...{ webkitdirectory: '' }}
          hidden
          aria-label="Folder to import"
          onChange={({ currentTarget }) => {
            onChoose(filesOf(currentTarget.files));
            currentTarget.value = '';
          }}
        />
        {/* Takes no extra space, so that nothing moves when the text goes. */}
        <output className="-mt-2 -mb-7 min-h-5 text-sm text-soft">
          {isReady ? null : 'Your entries are still being loaded.'}
        </output>
      </div>
      {error === undefined ? null : (
        <div className="mt-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
      <dl className="mt-4 grid gap-x-4 gap-y-1 text-sm text-soft sm:grid-cols-[auto_minmax(0,1fr)]">
        {FORMATS.map(([what, formats]) => (
          <div key={what} className="contents">
            <dt className="font-medium text-ink max-sm:mt-1">{what}</dt>
            <dd className="text-pretty">{formats}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Progress of reading or sending; `part` from 0 to 1 if it is known. */
export function Progress({
  text,
  part,
  onCancel,
}: {
  text: string;
  part?: number;
  onCancel?: () => void;
}) {
  return (
    <div className="mt-4 flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2">
      <output className="flex items-center gap-2 text-soft">
        <Spinner />
        {text}
      </output>
      {part === undefined ? null : (
        <progress
          value={part}
          max={1}
          aria-label={text}
          className="h-1.5 min-w-32 flex-1 appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
        />
      )}
      {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
    </div>
  );
}

type DoneProps = {
  imported: PastImport;
  onUndo: (imported: PastImport) => Promise<void>;
  onAnother: () => void;
};

function Done({ imported, onUndo, onAnother }: DoneProps) {
  const [isUndoing, setIsUndoing] = useState(false);
  const undo = async () => {
    setIsUndoing(true);
    try {
      await onUndo(imported);
    } catch (error) {
      toastFailure(error, 'Failed to undo the import');
    } finally {
      setIsUndoing(false);
    }
  };
  return (
    <div className="mt-2">
      <output className="block">
        {imported.undone
          ? `The import is undone: ${describeUndone(imported.undone)}.`
          : `Imported: ${describeCounts(imported.counts)}.`}
      </output>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={onAnother}>Import something else</Button>
        {imported.undone ? null : (
          <Button isPending={isUndoing} onClick={() => void undo()}>
            Undo import
          </Button>
        )}
      </div>
    </div>
  );
}
