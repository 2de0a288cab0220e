import { useState, type FormEvent } from 'react';
import { Plus } from 'lucide-react';
import { categoryLabel } from '#domain/category.ts';
import { quickTask, type TaskInput } from '#domain/task.ts';
import { useSelectedCategory } from '../../data/categories/categories.ts';
import { useCreateTask } from '../../data/tasks/tasks.ts';
import { toast } from '../../lib/toast.ts';
import { NEW, useOpenDialog, useShowDialog } from '../../lib/url-state.ts';
import { IconButton } from '../../ui/button.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';

const TaskDialog = lazyWithRetry(async () => (await import('./task-dialog.tsx')).TaskDialog, {
  onError: ({ onClose }) => onClose(),
});

function sayCreated({ title, category }: TaskInput) {
  toast({
    title: 'Task created',
    description: `"${title}" was added to ${categoryLabel(category ?? '')}`,
  });
}

/**
 * The tasks page's part of the header: text and button (docs/spec.md, sections 2 and 5), and the
 * dialog of a new task, `?task=new`. That starts with what was typed, which stays until the task is
 * there.
 */
export function QuickAdd() {
  const [text, setText] = useState('');
  const { selected } = useSelectedCategory();
  const { mutate: create } = useCreateTask({ success: sayCreated });
  const showDialog = useShowDialog('task');
  // A task that is there has its dialog over the page (tasks-page.tsx).
  const dialog = useOpenDialog('task', { has: () => true, isComplete: false });

  const add = (event: FormEvent) => {
    event.preventDefault();
    const task = quickTask(text, selected);
    if (!task) {
      showDialog(NEW);
      return;
    }
    setText('');
    create(task, { onError: () => setText((typed) => typed || task.title) });
  };
  return (
    <>
      <form onSubmit={add} className="flex min-w-0 flex-1 items-center gap-1">
        <input
          aria-label="New task"
          placeholder="New task description..."
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-10 w-full min-w-0 rounded-base bg-black/20 px-3 text-field text-white placeholder:text-white/80 hover:bg-black/30 md:h-9"
        />
        <IconButton type="submit" label="Add new task" title="Add new task" variant="header">
          <Plus aria-hidden />
        </IconButton>
      </form>
      {dialog.uid === NEW ? (
        <TaskDialog
          uid={null}
          title={text.trim()}
          onCreated={() => setText('')}
          onClose={dialog.close}
        />
      ) : null}
    </>
  );
}
