/** First part of the key of every cached list of tasks. */
export const TASKS = 'tasks';

const DONE = [TASKS, 'done'];

export const taskKeys = {
  open: [TASKS, 'open'],
  /** Every list of completed tasks. */
  done: DONE,
  /** Not a list, so it has a root of its own. */
  one: (id: number) => ['task', id],
  /** Completed on a local day, YYYY-MM-DD. */
  doneOn: (day: string) => [...DONE, day],
};
