import { Plus } from 'lucide-react';
import { useShortcuts } from '../lib/shortcuts.ts';

type AddButtonProps = {
  /** What is added, such as 'New task'. */
  label: string;
  /** Under which name `?` lists its key. */
  place: string;
  onAdd: () => void;
};

/**
 * Adds what the screen is about: a button where the thumb is, on screens that have their tabs below,
 * and the key N on all.
 */
export function AddButton({ label, place, onAdd }: AddButtonProps) {
  useShortcuts(place, [{ keys: 'n', label, run: onAdd }]);
  return (
    <>
      {/* What ends the page can be scrolled above it. */}
      <div aria-hidden className="h-18 lg:hidden" />
      <button
        type="button"
        // Toasts come above it (ui/toaster.tsx).
        data-adds
        aria-label={label}
        onClick={onAdd}
        className="fixed right-4 bottom-[calc(1rem+var(--tabs-height))] z-20 inline-flex size-14 items-center justify-center rounded-full border border-transparent bg-accent text-white shadow-raised transition-[filter] hover:brightness-110 active:brightness-95 lg:hidden"
      >
        <Plus aria-hidden className="size-6" />
      </button>
    </>
  );
}
