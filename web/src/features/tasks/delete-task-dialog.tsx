import { useDeleteTask } from '../../data/tasks/mutations.ts';
import type { TaskRow } from '../../db/rows.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { focusNeighbourLater } from './focus.ts';

type Props = { task: TaskRow; row: HTMLElement | null; onClose: () => void };

export function DeleteTaskDialog({ task, row, onClose }: Props) {
  const { mutate: remove } = useDeleteTask();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Delete Task"
      text={`Are you sure you want to delete "${task.title}"? This action cannot be undone.`}
      onConfirm={() => {
        const passFocusOn = row ? focusNeighbourLater(row, 'delete') : null;
        remove(task);
        onClose();
        passFocusOn?.();
      }}
    />
  );
}
