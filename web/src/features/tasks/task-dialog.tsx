import { useQuery } from '@tanstack/react-query';
import {
  formToTask,
  newTaskForm,
  taskToForm,
  type TaskForm,
} from '../../../../supabase/functions/_shared/domain/task-form.ts';
import { categoriesQuery } from '../../data/categories/queries.ts';
import { useCreateTask, useUpdateTask } from '../../data/tasks/mutations.ts';
import { today } from '../../lib/clock.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TaskFormFields } from './task-form-fields.tsx';
import type { TaskWindow } from './task-windows.ts';

type Props = { window: Exclude<TaskWindow, { kind: 'delete' }>; onClose: () => void };

/** Creates a task or changes one (spec section 2, task dialog). A failed save leaves it open. */
export function TaskDialog({ window, onClose }: Props) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const create = useCreateTask();
  const update = useUpdateTask();
  const task = window.kind === 'edit' ? window.task : null;
  const isPending = create.isPending || update.isPending;

  const save = (form: TaskForm, changed: ReadonlySet<string>) => {
    const values = formToTask(form);
    if (window.kind === 'create') {
      const done = () => {
        window.onCreated?.();
        onClose();
      };
      create.mutate(values, { onSuccess: done });
      return;
    }
    // Only what was changed here, so that a change made elsewhere meanwhile is not undone.
    const changes = Object.fromEntries(
      Object.entries(values).filter(([field]) => changed.has(field)),
    );
    update.mutate({ id: window.task.id, changes }, { onSuccess: onClose });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={task ? 'Edit Task' : 'Create New Task'}
    >
      <TaskFormFields
        defaults={
          window.kind === 'edit' ? taskToForm(window.task) : newTaskForm(today(), window.title)
        }
        categories={categories}
        completedAt={task?.completed ? task.completed_at : null}
        submitLabel={task ? 'Update Task' : 'Create Task'}
        isPending={isPending}
        onSubmit={save}
        onCancel={onClose}
      />
    </Dialog>
  );
}
