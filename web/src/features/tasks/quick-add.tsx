import { useState, type FormEvent } from 'react';
import { Plus } from 'lucide-react';
import { categoryLabel } from '#domain/category.ts';
import { quickTask } from '#domain/task.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { useCreateTask, type NewTask } from '../../data/tasks/mutations.ts';
import { toast } from '../../lib/toast.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { openTaskWindow } from './task-windows.ts';

function sayCreated({ title, category }: NewTask) {
  toast({
    title: 'Task created',
    description: `"${title}" was added to ${categoryLabel(category ?? '')}`,
  });
}

/** The tasks page's part of the top bar: text and button (spec sections 2 and 5, quick add). */
export function QuickAdd() {
  const [text, setText] = useState('');
  const { selected } = useSelectedCategory();
  const { mutate: create } = useCreateTask(sayCreated);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const task = quickTask(text, selected);
    if (!task) {
      // What was typed is not typed again: the dialog starts with it, and the bar keeps it until
      // the task is there.
      openTaskWindow({ kind: 'create', title: text.trim(), onCreated: () => setText('') });
      return;
    }
    setText('');
    create(task, { onError: () => setText((typed) => typed || task.title) });
  };
  return (
    <form onSubmit={add} className="flex min-w-0 flex-1 items-center gap-1">
      <input
        aria-label="New task"
        placeholder="New task description..."
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-10 w-full min-w-0 rounded-base bg-black/20 px-3 text-base text-white placeholder:text-white/80 hover:bg-black/30 md:h-9 md:text-sm"
      />
      <IconButton type="submit" label="Add new task" title="Add new task" variant="bar">
        <Plus aria-hidden />
      </IconButton>
    </form>
  );
}
