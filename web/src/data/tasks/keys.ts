/** First part of the key of every cached list of tasks. */
export const TASKS = 'tasks';

export const taskKeys = {
  open: [TASKS, 'open'],
  /** Completed on a local day, YYYY-MM-DD. */
  doneOn: (day: string) => [TASKS, 'done', day],
};
