import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { readShared } from '#domain/shared.ts';
import { TASK_LIMITS } from '#domain/task.ts';
import { newUid } from '#domain/uid.ts';
import { useCategories } from '../../data/categories/categories.ts';
import { useCreateNote } from '../../data/notes/mutations.ts';
import { useCreateTask } from '../../data/tasks/tasks.ts';
import { useToday } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { useReader, WordChips } from './words.tsx';

/** /share: makes a task or a note of what another app shares. */
export function SharePage() {
  const [query] = useSearchParams();
  const [shared, setShared] = useState(() => readShared(query));
  const [kept, setKept] = useState<readonly string[]>([]);
  const [uid] = useState(newUid);
  const navigate = useNavigate();
  const { names: categories } = useCategories();
  const today = useToday();
  const words = useReader()?.(shared.title, { today, categories, kept });
  const task = useCreateTask();
  const note = useCreateNote();
  const isPending = task.isPending || note.isPending;
  const isEmpty = shared.title.trim() === '';

  const saveTask = () =>
    task.mutate(
      {
        title: words?.title ?? shared.title.trim(),
        description: shared.text.trim() || null,
        priority: words?.priority ?? 'medium',
        category: words?.category ?? null,
        due_date: words?.due ?? null,
        repeat_type: words?.repeat ?? 'none',
      },
      { onSuccess: () => void navigate('/', { replace: true }) },
    );
  const saveNote = () =>
    note.mutate(
      { uid, title: shared.title.trim(), content: shared.text, folder_uid: null },
      { onSuccess: () => void navigate(`/notes?note=${uid}`, { replace: true }) },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && !isPending) saveTask();
  };
  return (
    <main className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <form onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
        <Field label="Title">
          {(control) => (
            <Input
              {...control}
              value={shared.title}
              autoComplete="off"
              maxLength={TASK_LIMITS.title}
              onChange={({ target }) => setShared({ ...shared, title: target.value })}
            />
          )}
        </Field>
        {words ? (
          <WordChips task={words} onKeep={({ text }) => setKept([...kept, text])} isInFlow />
        ) : null}
        <Field label="Text">
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              value={shared.text}
              onChange={({ target }) => setShared({ ...shared, text: target.value })}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void navigate('/', { replace: true })}>Cancel</Button>
          <Button disabled={isEmpty} isPending={note.isPending} onClick={saveNote}>
            Save as note
          </Button>
          <Button type="submit" variant="primary" disabled={isEmpty} isPending={task.isPending}>
            Save as task
          </Button>
        </div>
      </form>
    </main>
  );
}
