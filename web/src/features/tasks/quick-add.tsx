import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { Plus } from 'lucide-react';
import { quickTask } from '#domain/task.ts';
import type { ParsedTask, Part } from '#domain/words/parse-task.ts';
import { useCategories, useSelectedCategory } from '../../data/categories/categories.ts';
import { useAddTask } from '../../data/tasks/tasks.ts';
import { useToday } from '../../lib/clock.ts';
import { NEW, useOpenDialog, useShowDialog } from '../../lib/url-state.ts';
import { IconButton } from '../../ui/button.tsx';
import { lazyDialog, lazyWithRetry } from '../../ui/lazy.tsx';
import type { ReadWords } from './words.tsx';

export const TaskDialog = lazyDialog(async () => (await import('./task-dialog.tsx')).TaskDialog);

const WordChips = lazyWithRetry(async () => (await import('./words.tsx')).WordChips);

/** The parser of words; if it cannot be loaded, one that takes all of them as the title. */
async function loadReader(): Promise<ReadWords> {
  try {
    return await (await import('./words.tsx')).loadReader();
  } catch (error) {
    console.warn('Words are not read: their code could not be loaded.', error);
    return (text) => ({ title: text.trim(), parts: [] });
  }
}

/**
 * The tasks page's part of the header: text field and button (spec sections 2 and 5), and the dialog
 * of a new task, `?task=new`. The dialog starts with what was typed and what its words mean, and the
 * text stays until the task is created. Words are parsed from the first letter on.
 */
export function QuickAdd() {
  const [text, setText] = useState('');
  const [kept, setKept] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const { selected } = useSelectedCategory('tasks');
  const { state: known, names: categories } = useCategories();
  const today = useToday();
  const [read, setRead] = useState<ReadWords | null>(null);
  const isWaiting = useRef(false);
  const { mutate: create } = useAddTask();
  const showDialog = useShowDialog('task');
  // The dialog of an existing task is in tasks-page.tsx.
  const dialog = useOpenDialog('task', { has: () => true, isComplete: false });
  const isReadable = read !== null && known.status !== 'loading';
  const understood = isReadable ? read(text, { today, categories, kept }) : null;

  const fetchReader = async () => {
    const reader = await loadReader();
    setRead(() => reader);
  };
  const change = (next: string) => {
    setText(next);
    // What is written over may be understood again.
    setKept(kept.filter((words) => next.includes(words)));
    if (next !== '' && !read) void fetchReader();
  };
  const keep = (part: Part) => {
    setKept([...kept, part.text]);
    input.current?.focus();
  };
  const addTask = (words: ParsedTask) => {
    const task = quickTask(words.title, selected, words);
    if (!task) {
      showDialog(NEW);
      return;
    }
    change('');
    create(task, { onError: () => setText((typed) => typed || text) });
  };
  /** Enter waits until the parser and the categories are loaded. */
  const addWaiting = useEffectEvent(() => {
    if (understood && isWaiting.current) addTask(understood);
    isWaiting.current = false;
  });
  useEffect(() => {
    if (isReadable) addWaiting();
  }, [isReadable]);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') showDialog(NEW);
    else if (understood) addTask(understood);
    else isWaiting.current = true;
  };
  return (
    <>
      <form onSubmit={add} className="relative flex min-w-0 flex-1 items-center gap-1">
        <input
          ref={input}
          aria-label="New task"
          placeholder="New task description..."
          autoComplete="off"
          value={text}
          onChange={(event) => change(event.target.value)}
          className="h-10 w-full min-w-0 rounded-base bg-black/20 px-3 text-field text-white placeholder:text-white/80 hover:bg-black/30 md:h-9"
        />
        {understood && text !== '' && dialog.uid === null ? (
          <WordChips task={understood} onKeep={keep} />
        ) : null}
        <IconButton type="submit" label="Add new task" title="Add new task" variant="header">
          <Plus aria-hidden />
        </IconButton>
      </form>
      {dialog.uid === NEW ? (
        <TaskDialog
          uid={null}
          title={understood?.title ?? text.trim()}
          words={understood ?? undefined}
          onCreated={() => change('')}
          onClose={dialog.close}
        />
      ) : null}
    </>
  );
}
