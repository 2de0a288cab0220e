import type { ComponentProps } from 'react';
import { GripVertical } from 'lucide-react';

/** The handle of a row that can be dragged; takes what `useSortable` gives for it. */
export function DragButton({ label, ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip="Drag to reorder"
      {...props}
      className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-half text-faint hover:text-ink active:cursor-grabbing"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}
