import type { RepeatType, TaskPriority } from '../../db/rows.ts';

export const priorityLabels: Record<TaskPriority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

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
