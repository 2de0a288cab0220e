import { formToTask, taskChanges, type TaskForm } from '#domain/task-form.ts';
import { useCategories } from '../../data/categories/queries.ts';
import { useBringBackTask, useCreateTask, useUpdateTask } from '../../data/tasks/mutations.ts';
import { useStoredTask } from '../../data/tasks/queries.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Warning } from '../../ui/warning.tsx';
import { CompletedBox } from './completed-box.tsx';
import { TaskFormFields } from './task-form-fields.tsx';
import type { TaskWindow } from './task-windows.ts';
import { useTaskForm } from './use-task-form.ts';

type Props = { window: Exclude<TaskWindow, { kind: 'delete' }>; onClose: () => void };

/** Creates a task or changes one (spec section 2, task dialog). A failed save leaves it open. */
export function TaskDialog({ window, onClose }: Props) {
  const { names: categories } = useCategories();
  const { task, isGone } = useStoredTask(window.kind === 'edit' ? window.task : null);
  const { form, isDirty } = useTaskForm(task, window.kind === 'create' ? window.title : '');
  const create = useCreateTask();
  const update = useUpdateTask();
  const bringBack = useBringBackTask();
  const isPending = create.isPending || update.isPending || bringBack.isPending;
  const isNew = task === null || isGone;

  const save = form.handleSubmit((values: TaskForm) => {
    if (!task) {
      const done = () => {
        if (window.kind === 'create') window.onCreated?.();
        onClose();
      };
      create.mutate(formToTask(values), { onSuccess: done });
      return;
    }
    const { uid } = task;
    if (isGone) {
      bringBack.mutate({ uid, task: formToTask(values) }, { onSuccess: onClose });
      return;
    }
    // Only what differs: a change made elsewhere at this moment is not undone.
    update.mutate({ uid, changes: taskChanges(task, values) }, { onSuccess: onClose });
  });

  return (
    <FormWindow
      title={task ? 'Edit Task' : 'Create New Task'}
      thing="task"
      isDirty={isDirty}
      isPending={isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {isGone ? (
          <Warning>This task was deleted elsewhere. Saving creates it again.</Warning>
        ) : null}
        <TaskFormFields control={form.control} categories={categories} />
        {task?.completed && task.completed_at ? (
          <CompletedBox completedAt={task.completed_at} />
        ) : null}
        <FormActions
          submitLabel={isNew ? 'Create Task' : 'Update Task'}
          isPending={isPending}
          onCancel={onClose}
        />
      </form>
    </FormWindow>
  );
}
