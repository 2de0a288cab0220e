import { Plus } from 'lucide-react';
import { useShortcuts } from '../lib/shortcuts.ts';

type AddButtonProps = {
  /** What is added, such as 'New task'. */
  label: string;
  /** The name under which `?` lists its key. */
  place: string;
  /** False where it would cover text. The key works anyway. */
  hasButton?: boolean;
  onAdd: () => void;
};

/**
 * Adds what the screen is about: by the key N, and on screens with tabs at the bottom by a round
 * button above them.
 */
export function AddButton({ label, place, hasButton = true, onAdd }: AddButtonProps) {
  useShortcuts(place, [{ keys: 'n', label, run: onAdd }]);
  if (!hasButton) return null;
  return (
    <>
      {/* Room to scroll the end of the page above the button. */}
      <div aria-hidden className="h-18 lg:hidden" />
      <button
        type="button"
        // Toasts are placed above it (ui/toaster.tsx).
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
