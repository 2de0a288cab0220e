type Done = { title: string; completed_at: string | null };

/** A day, or one of its tasks below it. */
export type CompletedEntry<Task> = { day: string; count: number } | { task: Task };

/** Completed tasks with this text in their title as one list: each day, then what was done on it. */
export function completedEntries<Task extends Done>(
  tasks: readonly Task[],
  text: string,
  dayOf: (moment: string) => string,
): CompletedEntry<Task>[] {
  const wanted = text.trim().toLocaleLowerCase();
  const found = tasks
    .filter(({ title, completed_at }) => completed_at && title.toLocaleLowerCase().includes(wanted))
    .map((task) => ({ task, at: Date.parse(task.completed_at ?? '') }))
    .toSorted((a, b) => b.at - a.at);
  const days = Map.groupBy(found, ({ task }) => dayOf(task.completed_at ?? ''));
  return [...days].flatMap(([day, done]) => [
    { day, count: done.length },
    ...done.map(({ task }) => ({ task })),
  ]);
}
