import type { RepeatType } from './repeat.ts';
import { ALL_CATEGORIES } from './task-category.ts';
import type { TaskPriority } from './tasks.ts';

export const TITLE_MAX = 500;

/** The fields of a task that people fill in, as the database names them. */
export type TaskInput = {
  title: string;
  description: string | null;
  priority: TaskPriority;
  category: string | null;
  due_date: string | null;
  repeat_type: RepeatType;
};

/**
 * The quick creation of the top bar (spec sections 2 and 4): the task to create, or null where the
 * full dialog opens instead, which is when no text is entered or no category is chosen.
 */
export function quickTask(text: string, selectedCategory: string): TaskInput | null {
  const title = text.trim();
  if (title === '' || title.length > TITLE_MAX || selectedCategory === ALL_CATEGORIES) return null;
  return {
    title,
    description: null,
    priority: 'medium',
    category: selectedCategory,
    due_date: null,
    repeat_type: 'none',
  };
}
