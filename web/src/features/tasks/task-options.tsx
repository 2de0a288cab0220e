import { NO_CATEGORY, type CategoryColor } from '#domain/category.ts';
import type { RepeatType } from '#domain/repeat.ts';
import type { TaskInput, TaskPriority } from '#domain/task.ts';
import { categoryOptions } from '../../data/categories/categories.ts';
import { CategoryDot } from '../../ui/category-mark.tsx';
import type { SelectOption } from '../../ui/select-props.ts';

export const priorityLabels: Record<TaskPriority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

type Repeating = Pick<TaskInput, 'repeat_type' | 'recurrence'>;

/** `none` is shown as One Time (spec section 3). */
export const repeatLabels: Record<RepeatType, string> = {
  none: 'One Time',
  daily: 'Daily',
  'daily-weekday': 'Daily (Weekdays)',
  weekly: 'Weekly',
  biweekly: 'Biweekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
};

/** How a task repeats; undefined for one that does not. */
export function repeatsOf({ repeat_type, recurrence }: Repeating): string | undefined {
  if (recurrence) return 'Repeats by a rule of another program';
  return repeat_type === 'none' ? undefined : `Repeats: ${repeatLabels[repeat_type]}`;
}

/** The categories with their dots, for a task that has `current` or had it when the dialog opened. */
export function taskCategoryOptions(
  names: readonly string[],
  current: string,
  colorOf: (name: string) => CategoryColor,
): SelectOption[] {
  return categoryOptions(names, current, 'No category').map((option) =>
    option.value === NO_CATEGORY
      ? option
      : { ...option, icon: <CategoryDot color={colorOf(option.value)} /> },
  );
}
