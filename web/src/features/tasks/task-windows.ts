import type { TaskRow } from '../../db/rows.ts';
import { Store, useStore } from '../../lib/store.ts';

/** Which window lies over the dashboard. The top bar and every row open them. */
export type TaskWindow =
  | { kind: 'create'; title: string; onCreated?: () => void }
  | { kind: 'edit'; task: TaskRow }
  | { kind: 'delete'; task: TaskRow; row: HTMLElement | null };

const store = new Store<TaskWindow | null>(null);

/** Opens a window in the place of the one that is open; null closes it. */
export function openTaskWindow(next: TaskWindow | null): void {
  store.set(next);
}

export function useTaskWindow(): TaskWindow | null {
  return useStore(store, (window) => window);
}
