import { useEffect, useRef, useState } from 'react';
import { Download } from 'lucide-react';
import { NO_CATEGORY } from '#domain/category.ts';
import { exportFileName, type ExportKind } from '#import-export/kinds.ts';
import { useCategories } from '../../../data/categories/categories.ts';
import { earlierTasks } from '../../../data/tasks/completed.ts';
import { noteTexts, ownRows } from '../../../data/transfer/own-rows.ts';
import type { CategoryRow, ContactRow, FolderRow, NoteRow, TaskRow } from '../../../db/rows.ts';
import { today } from '../../../lib/clock.ts';
import { statusOf, userMessage } from '../../../lib/errors.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { startFileJob, type FileJob } from './file-worker.ts';
import { Progress } from './import-section.tsx';

const KINDS: { value: ExportKind; label: string }[] = [
  { value: 'everything', label: 'Everything (zip)' },
  { value: 'contacts', label: 'Contacts (vCard)' },
  { value: 'tasks', label: 'Tasks (iCalendar)' },
  { value: 'notes', label: 'Notes (Markdown, zip)' },
  { value: 'almanac', label: 'Data for programs (JSON)' },
];

/** Not the name of any category, since names have one line. */
const ALL = '\n';

/** A timestamp in the common format; the database's has more digits. */
const utc = (time: string) => new Date(time).toISOString();

const categoryOf = ({ name, color }: CategoryRow) => ({ name, color });
const folderOf = ({ uid, name, category, parent_uid, created_at }: FolderRow) => ({
  uid,
  name,
  category,
  parent_uid,
  created_at: utc(created_at),
});
const taskOf = (task: TaskRow) => ({
  uid: task.uid,
  title: task.title,
  description: task.description,
  priority: task.priority,
  category: task.category,
  due_date: task.due_date,
  repeat_type: task.repeat_type,
  repeat_anchor_day: task.repeat_anchor_day,
  recurrence: task.recurrence,
  completed: task.completed,
  completed_at: task.completed_at && utc(task.completed_at),
  rank: task.rank,
  created_at: utc(task.created_at),
});
const contactOf = ({
  id: _id,
  user_id: _user,
  rev: _rev,
  edited_rev: _edited,
  deleted_at: _deleted,
  updated_at: _updated,
  ...contact
}: ContactRow) => ({
  ...contact,
  created_at: utc(contact.created_at),
  category: contact.category === NO_CATEGORY ? null : contact.category,
});
const noteOf = ({ uid, title, folder_uid, pinned, created_at, updated_at }: NoteRow) => ({
  uid,
  title,
  folder_uid,
  pinned,
  created_at: utc(created_at),
  updated_at: utc(updated_at),
});

type Wanted = { kind: ExportKind; category: string | null; words: string };

/** Passes the rows to the worker, which writes the file. */
async function writeFile(
  { worker, ask, signal }: FileJob,
  { kind, category, words }: Wanted,
  onRead: (rows: number) => void,
): Promise<Blob> {
  const wants = (one: ExportKind) => kind === one || kind === 'everything' || kind === 'almanac';
  let rows = 0;
  const count = (more: number) => onRead((rows += more));
  const notes: NoteRow[] = [];
  for await (const some of ownRows()) {
    const { categories = [], folders = [], tasks = [], contacts = [] } = some;
    notes.push(...(some.notes ?? []));
    await ask(
      worker.addExported({
        categories: categories.map(categoryOf),
        folders: folders.map(folderOf),
        tasks: wants('tasks') ? tasks.map(taskOf) : [],
        contacts: wants('contacts') ? contacts.map(contactOf) : [],
      }),
    );
    count(tasks.length + contacts.length);
  }
  if (wants('tasks')) {
    for await (const tasks of earlierTasks(signal)) {
      await ask(worker.addExported({ tasks: tasks.map(taskOf) }));
      count(tasks.length);
    }
  }
  if (wants('notes')) {
    const byUid = new Map(notes.map((note) => [note.uid, noteOf(note)]));
    for await (const texts of noteTexts(notes)) {
      signal.throwIfAborted();
      const some = texts.flatMap(([uid, content]) => {
        const note = byUid.get(uid);
        return note ? [{ ...note, content }] : [];
      });
      await ask(worker.addExported({ notes: some }));
      count(some.length);
    }
  }
  return ask(worker.write(kind, { category, words }, new Date().toISOString()));
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Exports everything, or a part of it, as a file. */
export function ExportSection({ isReady }: { isReady: boolean }) {
  const { names } = useCategories();
  const [kind, setKind] = useState<ExportKind>('everything');
  const [category, setCategory] = useState(ALL);
  const [words, setWords] = useState('');
  const [read, setRead] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const job = useRef<FileJob | null>(null);
  useEffect(() => () => job.current?.end(), []);

  const run = async () => {
    const own = startFileJob();
    job.current = own;
    setError(undefined);
    setRead(0);
    try {
      const wanted = { kind, category: category === ALL ? null : category, words };
      const file = await writeFile(own, wanted, setRead);
      const name = exportFileName(kind, today());
      download(file, name);
      toast({ title: 'Exported', description: name });
    } catch (failure) {
      if (own.signal.aborted) return;
      console.error('The export failed.', failure);
      const text =
        statusOf(failure) === 0
          ? 'The export needs a network: some of it is only at the server.'
          : 'The export failed. Nothing was written.';
      setError(userMessage(failure, text));
    } finally {
      own.end();
      if (job.current === own) {
        job.current = null;
        setRead(null);
      }
    }
  };

  return (
    <section aria-labelledby="export-heading">
      <h2 id="export-heading" className="text-lg font-semibold">
        Export
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-soft">
        Everything you have here, as files that other programs read. What lies in Recently deleted
        is not among it.
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-3">
        <Field label="What">
          {(control) => (
            <Select {...control} value={kind} onValueChange={setKind} options={KINDS} />
          )}
        </Field>
        <Field label="Category">
          {(control) => (
            <Select
              {...control}
              value={category}
              onValueChange={setCategory}
              options={[
                { value: ALL, label: 'All' },
                ...names.map((name) => ({ value: name, label: name })),
              ]}
            />
          )}
        </Field>
        <Field label="Words">
          {(control) => (
            <Input
              {...control}
              type="search"
              placeholder="All"
              value={words}
              onChange={({ currentTarget }) => setWords(currentTarget.value)}
            />
          )}
        </Field>
      </div>
      {read === null ? (
        <Button className="mt-4" disabled={!isReady} onClick={() => void run()}>
          <Download aria-hidden />
          Export
        </Button>
      ) : (
        <Progress
          text={`Reading ${read.toLocaleString('en-US')} entries...`}
          onCancel={() => job.current?.end()}
        />
      )}
      {error === undefined ? null : (
        <div className="mt-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </section>
  );
}
