import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { TaskInput } from '#domain/task.ts';
import { newTaskForm, taskFormSchema, taskToForm, type TaskForm } from '#domain/task-form.ts';
import { today } from '../../lib/clock.ts';

/**
 * The form of one task, or by null of a new one with this title. While it is open and the task
 * changes elsewhere, fields that the user has not touched follow and touched ones stay.
 */
export function useTaskForm(task: TaskInput | null, title: string) {
  const [begun] = useState(() => (task ? taskToForm(task) : newTaskForm(today(), title)));
  const form = useForm<TaskForm>({
    resolver: zodResolver(taskFormSchema),
    defaultValues: begun,
    values: task ? taskToForm(task) : begun,
    resetOptions: { keepDirtyValues: true },
  });
  // Both read, so that react-hook-form keeps account of them: it has to know which fields to keep.
  const { isDirty, dirtyFields: _dirtyFields } = form.formState;
  return { form, isDirty };
}
