import { useFormState, type UseFormReturn } from 'react-hook-form';
import { NO_CATEGORY } from '#domain/category.ts';
import { repeatTypes } from '#domain/repeat.ts';
import { OTHER_RULE, type TaskForm } from '#domain/task-form.ts';
import { taskPriorities } from '#domain/task.ts';
import { useCategoryColors } from '../../data/categories/categories.ts';
import { FormField } from '../../ui/form-field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { SelectField } from '../../ui/select.tsx';
import { DueDateField } from './due-date-field.tsx';
import { priorityLabels, repeatLabels, taskCategoryOptions } from './task-options.tsx';

// Loaded only when the title is changed.
const WordsOffer = lazyWithRetry(async () => (await import('./words-offer.tsx')).WordsOffer);

const priorityOptions = taskPriorities.map((value) => ({ value, label: priorityLabels[value] }));
const repeatOptions = repeatTypes.map((value) => ({ value, label: repeatLabels[value] }));
const otherRule = { value: OTHER_RULE, label: 'By a rule of another program' } as const;

type Props = { form: UseFormReturn<TaskForm>; categories: readonly string[] };

/** The fields of the task dialog (spec section 2). */
export function TaskFormFields({ form, categories }: Props) {
  const { control } = form;
  const { defaultValues, dirtyFields } = useFormState({ control });
  const colorOf = useCategoryColors();
  return (
    <>
      <FormField control={control} name="title" label="Title">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      {dirtyFields.title ? <WordsOffer form={form} categories={categories} /> : null}
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
          options={
            defaultValues?.repeatType === OTHER_RULE ? [otherRule, ...repeatOptions] : repeatOptions
          }
        />
      </div>
    </>
  );
}
