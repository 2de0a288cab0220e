import { useSyncExternalStore } from 'react';
import type { TaskRow } from '../../db/rows.ts';

/** Which window lies over the dashboard. The top bar and every row open them. */
export type TaskWindow =
  | { kind: 'create'; title: string; onCreated?: () => void }
  | { kind: 'edit'; task: TaskRow }
  | { kind: 'delete'; task: TaskRow; row: HTMLElement | null };

let current: TaskWindow | null = null;
const listeners = new Set<() => void>();

/** Opens a window in the place of the one that is open; null closes it. */
export function openTaskWindow(next: TaskWindow | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function useTaskWindow(): TaskWindow | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
