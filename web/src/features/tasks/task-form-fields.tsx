import { useEffect } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { CheckCircle2 } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import type { TaskInput } from '../../../../supabase/functions/_shared/domain/quick-task.ts';
import {
  taskFormSchema,
  type TaskForm,
} from '../../../../supabase/functions/_shared/domain/task-form.ts';
import { formatMoment } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { DueDateField } from './due-date-field.tsx';
import { categoryOptions, priorityOptions, repeatOptions } from './task-options.tsx';

/** The column that a field of the form is written to. */
const columns: Record<keyof TaskForm, keyof TaskInput> = {
  title: 'title',
  description: 'description',
  priority: 'priority',
  category: 'category',
  dueDate: 'due_date',
  repeatType: 'repeat_type',
};

type Props = {
  defaults: TaskForm;
  categories: readonly string[];
  /** When the task was completed, ISO 8601. */
  completedAt: string | null;
  submitLabel: string;
  isPending: boolean;
  /** With the names of the columns that were changed. */
  onSubmit: (form: TaskForm, changed: ReadonlySet<string>) => void;
  onCancel: () => void;
};

export function TaskFormFields(props: Props) {
  const { defaults, categories, completedAt, submitLabel, isPending, onSubmit, onCancel } = props;
  const { control, register, handleSubmit, formState, setFocus } = useForm<TaskForm>({
    resolver: zodResolver(taskFormSchema),
    defaultValues: defaults,
  });
  useEffect(() => setFocus('title'), [setFocus]);
  const { errors, dirtyFields } = formState;
  const submit = handleSubmit((form) => {
    const changed = Object.entries(columns)
      .filter(([field]) => field in dirtyFields)
      .map(([, column]) => column);
    onSubmit(form, new Set(changed));
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="Title" error={errors.title?.message}>
        {(joined) => <Input {...register('title')} {...joined} autoComplete="off" />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(joined) => <Textarea {...register('description')} {...joined} rows={3} />}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Controller
          name="priority"
          control={control}
          render={({ field: { value, onChange, onBlur } }) => (
            <Field label="Priority">
              {(joined) => (
                <Select
                  {...joined}
                  value={value}
                  onValueChange={onChange}
                  onBlur={onBlur}
                  options={priorityOptions}
                />
              )}
            </Field>
          )}
        />
        <Controller
          name="category"
          control={control}
          render={({ field: { value, onChange, onBlur } }) => (
            <Field label="Category">
              {(joined) => (
                <Select
                  {...joined}
                  value={value}
                  onValueChange={onChange}
                  onBlur={onBlur}
                  options={categoryOptions(categories, defaults.category)}
                />
              )}
            </Field>
          )}
        />
        <Controller
          name="dueDate"
          control={control}
          render={({ field: { value, onChange, onBlur }, fieldState }) => (
            <Field label="Due Date" className="max-sm:col-span-2" error={fieldState.error?.message}>
              {(joined) => (
                <DueDateField {...joined} value={value} onChange={onChange} onBlur={onBlur} />
              )}
            </Field>
          )}
        />
        <Controller
          name="repeatType"
          control={control}
          render={({ field: { value, onChange, onBlur } }) => (
            <Field label="Repeat" className="max-sm:col-span-2">
              {(joined) => (
                <Select
                  {...joined}
                  value={value}
                  onValueChange={onChange}
                  onBlur={onBlur}
                  options={repeatOptions}
                />
              )}
            </Field>
          )}
        />
      </div>
      {completedAt ? <CompletedBox completedAt={completedAt} /> : null}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {isPending ? 'Saving...' : submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

function CompletedBox({ completedAt }: { completedAt: string }) {
  return (
    <p className="flex items-center gap-2 rounded-base bg-success-soft px-3 py-2 text-success-ink">
      <CheckCircle2 aria-hidden className="size-4 shrink-0" />
      <span>
        <strong className="font-medium">Completed</strong>{' '}
        <time dateTime={completedAt}>{formatMoment(completedAt)}</time>
      </span>
    </p>
  );
}
