import { useState } from 'react';
import { CalendarDays, X } from 'lucide-react';
import { useFormState, useWatch, type UseFormReturn } from 'react-hook-form';
import { NO_CATEGORY } from '#domain/category.ts';
import { repeatLabels, repeatTypes } from '#domain/repeat.ts';
import { OTHER_RULE, type TaskForm } from '#domain/task-form.ts';
import { priorityLabels, taskPriorities } from '#domain/task.ts';
import type { ParsedTask } from '#domain/words/parse-task.ts';
import { useCategoryColors } from '../../data/categories/categories.ts';
import { formatFullDay } from '../../lib/clock.ts';
import { IconButton } from '../../ui/button.tsx';
import type { FieldControl } from '../../ui/field.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { controlStyles, Input, Textarea } from '../../ui/input.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { taskCategoryOptions } from './task-badges.tsx';

// Loaded only when the title is changed.
const WordsOffer = lazyWithRetry(async () => (await import('./words.tsx')).WordsOffer);

const loadCalendar = () => import('./calendar.tsx');
// As large as the calendar, because the popover is placed before that is loaded.
const Calendar = lazyWithRetry(async () => (await loadCalendar()).Calendar, {
  Fallback: () => <Skeleton className="h-94 w-63 md:h-93" />,
});

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
      {dirtyFields.title ? <TitleWords form={form} categories={categories} /> : null}
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

/** What the words of the changed title mean, and a button that fills the other fields with it. */
function TitleWords({ form, categories }: Props) {
  const title = useWatch({ control: form.control, name: 'title' });
  const apply = (task: ParsedTask) => {
    const set = (name: keyof TaskForm, value: string | undefined) => {
      if (value !== undefined)
        form.setValue(name, value, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        });
    };
    set('title', task.title);
    set('dueDate', task.due);
    set('repeatType', task.repeat);
    set('priority', task.priority);
    set('category', task.category);
    form.setFocus('title');
  };
  return <WordsOffer title={title} categories={categories} onApply={apply} />;
}

type DueDateProps = FieldControl & {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** A button that shows the date and opens a calendar, and one that clears the date. */
function DueDateField({ value, onChange, onBlur, ...controlProps }: DueDateProps) {
  const [isOpen, setIsOpen] = useState(false);
  const text = value ? formatFullDay(value) : 'No date';
  const choose = (date: string) => {
    onChange(date);
    setIsOpen(false);
  };
  return (
    <div className="relative">
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger
          {...controlProps}
          type="button"
          aria-label={`Due Date: ${text}`}
          onPointerEnter={() => void loadCalendar()}
          onFocus={() => void loadCalendar()}
          onBlur={onBlur}
          className={`${controlStyles} flex h-10 items-center gap-2 px-3 text-left md:h-9`}
        >
          <CalendarDays aria-hidden className="size-4 shrink-0 text-soft" />
          <span className={value ? '' : 'text-faint'}>{text}</span>
        </PopoverTrigger>
        <PopoverContent align="start" aria-label="Choose a due date" className="p-3">
          <Calendar value={value} onChange={choose} />
        </PopoverContent>
      </Popover>
      {value ? (
        <IconButton
          label="Clear date"
          size="sm"
          className="!absolute top-1 right-1"
          onClick={() => onChange('')}
        >
          <X aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}
