import { useFormState, type Control } from 'react-hook-form';
import { NO_CATEGORY } from '#domain/category.ts';
import { type TaskForm } from '#domain/task-form.ts';
import { useCategoryColors } from '../../data/categories/categories.ts';
import { FormField } from '../../ui/form-field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select.tsx';
import { DueDateField } from './due-date-field.tsx';
import { taskCategoryOptions, priorityOptions, repeatOptions } from './task-options.tsx';

type Props = { control: Control<TaskForm>; categories: readonly string[] };

/** The fields of the task dialog (docs/spec.md, section 2). */
export function TaskFormFields({ control, categories }: Props) {
  const { defaultValues } = useFormState({ control });
  const colorOf = useCategoryColors();
  return (
    <>
      <FormField control={control} name="title" label="Title">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField control={control} name="description" label="Description">
        {(field) => <Textarea {...field} rows={3} />}
      </FormField>
      <div className="grid grid-cols-2 gap-4">
        <SelectField control={control} name="priority" label="Priority" options={priorityOptions} />
        <SelectField
          control={control}
          name="category"
          label="Category"
          options={taskCategoryOptions(categories, defaultValues?.category ?? NO_CATEGORY, colorOf)}
        />
        <FormField control={control} name="dueDate" label="Due Date" className="max-sm:col-span-2">
          {({ ref: _ref, name: _name, disabled: _disabled, ...field }) => (
            <DueDateField {...field} />
          )}
        </FormField>
        <SelectField
          control={control}
          name="repeatType"
          label="Repeat"
          className="max-sm:col-span-2"
          options={repeatOptions}
        />
      </div>
    </>
  );
}
