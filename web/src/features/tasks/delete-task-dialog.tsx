import { useDeleteTask } from '../../data/tasks/mutations.ts';
import type { TaskRow } from '../../db/rows.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type Props = { task: TaskRow; onClose: () => void };

export function DeleteTaskDialog({ task, onClose }: Props) {
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
        remove(task);
        onClose();
      }}
    />
  );
}
