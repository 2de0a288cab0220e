import { categoryDot, categoryLabel, NO_CATEGORY } from '#domain/category.ts';
import { repeatTypes } from '#domain/repeat.ts';
import { taskPriorities } from '#domain/task.ts';
import { CategoryDotMark } from '../../ui/category-mark.tsx';
import type { SelectOption } from '../../ui/select.tsx';
import { priorityLabels, repeatLabels } from './task-labels.ts';

export const priorityOptions = taskPriorities.map((value) => ({
  value,
  label: priorityLabels[value],
}));

export const repeatOptions = repeatTypes.map((value) => ({ value, label: repeatLabels[value] }));

/** No category, those there are, and the one that the task has even if it is not among them. */
export function categoryOptions(names: readonly string[], current: string): SelectOption[] {
  const all = names.includes(current) || current === NO_CATEGORY ? names : [...names, current];
  return [
    { value: NO_CATEGORY, label: 'No Category' },
    ...all.map((name) => ({
      value: name,
      label: categoryLabel(name),
      icon: <CategoryDotMark dot={categoryDot(name)} />,
    })),
  ];
}
