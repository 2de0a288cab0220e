import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { CheckCircle2 } from 'lucide-react';
import { useForm } from 'react-hook-form';
import {
  formToTask,
  newTaskForm,
  taskChanges,
  taskFormSchema,
  taskToForm,
  type TaskForm,
} from '#domain/task-form.ts';
import type { TaskInput, TaskWords } from '#domain/task.ts';
import { useCategories } from '../../data/categories/categories.ts';
import {
  useBringBackTask,
  useCreateTask,
  useDeleteTask,
  useUpdateTask,
  useTask,
} from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { today, formatMoment } from '../../lib/clock.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormActions, FormDialog } from '../../ui/form-dialog.tsx';
import { Warning } from '../../ui/states.tsx';
import { focusNeighbourLater } from './row-transitions.ts';
import { TaskFormFields } from './task-form-fields.tsx';

/**
 * The form of a task, or for null of a new one with this title and the meaning of its words. If the
 * task changes elsewhere while it is open, untouched fields follow and touched ones stay.
 */
function useTaskForm(task: TaskInput | null, title: string, words: TaskWords) {
  const [begun] = useState(() => (task ? taskToForm(task) : newTaskForm(today(), title, words)));
  const form = useForm<TaskForm>({
    resolver: zodResolver(taskFormSchema),
    defaultValues: begun,
    values: task ? taskToForm(task) : begun,
    resetOptions: { keepDirtyValues: true },
  });
  // Both are read to subscribe: react-hook-form needs dirtyFields to know which fields to keep.
  const { isDirty, dirtyFields: _dirtyFields } = form.formState;
  return { form, isDirty };
}

const NOTHING: TaskWords = {};

type Props = {
  /** Null: a new task. */
  uid: string | null;
  /** What a new one starts with. */
  title?: string;
  words?: TaskWords;
  onCreated?: () => void;
  onClose: () => void;
};

/** Creates a task or changes one (spec section 2). A failed save leaves it open. */
export function TaskDialog({ uid, title = '', words = NOTHING, onCreated, onClose }: Props) {
  const { names: categories } = useCategories();
  const { task, isGone } = useTask(uid);
  const { form, isDirty } = useTaskForm(task, title, words);
  const create = useCreateTask();
  const update = useUpdateTask();
  const bringBack = useBringBackTask();
  const isPending = create.isPending || update.isPending || bringBack.isPending;
  const isNew = task === null || isGone;

  const save = form.handleSubmit((values: TaskForm) => {
    if (!task) {
      const onSuccess = () => {
        onCreated?.();
        onClose();
      };
      create.mutate(formToTask(values), { onSuccess });
      return;
    }
    if (isGone) {
      bringBack.mutate({ uid: task.uid, row: formToTask(values) }, { onSuccess: onClose });
      return;
    }
    // Only what differs, so that a change made elsewhere meanwhile is not undone.
    const changes = taskChanges(task, values);
    update.mutate({ uid: task.uid, changes }, { onSuccess: onClose });
  });

  return (
    <FormDialog
      isInUrl
      title={task ? 'Edit Task' : 'Create New Task'}
      entityName="task"
      isDirty={isDirty}
      isPending={isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {isGone ? (
          <Warning>This task was deleted elsewhere. Saving creates it again.</Warning>
        ) : null}
        <TaskFormFields form={form} categories={categories} />
        {task?.completed && task.completed_at ? (
          <p className="flex items-center gap-2 rounded-base bg-success-soft px-3 py-2 text-success-ink">
            <CheckCircle2 aria-hidden className="size-4 shrink-0" />
            <span>
              <strong className="font-medium">Completed</strong>{' '}
              <time dateTime={task.completed_at}>{formatMoment(task.completed_at)}</time>
            </span>
          </p>
        ) : null}
        <FormActions
          submitLabel={isNew ? 'Create Task' : 'Update Task'}
          isPending={isPending}
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  );
}

type DeleteProps = { task: TaskRow; row: HTMLElement | null; onClose: () => void };

/** Asks before a task is deleted. The focus moves to the next row. */
export function DeleteTaskDialog({ task, row, onClose }: DeleteProps) {
  const { mutate: remove } = useDeleteTask();
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete Task"
      text={`Are you sure you want to delete "${task.title}"? This action cannot be undone.`}
      onConfirm={() => {
        const passFocusOn = row ? focusNeighbourLater(row, 'delete') : null;
        remove(task.uid);
        onClose();
        passFocusOn?.();
      }}
    />
  );
}
