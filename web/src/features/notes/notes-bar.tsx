import { PanelLeft, Plus } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { setDrawerOpen, usePageState } from './page-state.ts';
import { useAddNote } from './use-add-note.ts';

/** The notes page's part of the top bar (spec section 2), on a phone with the way to the sidebar. */
export function NotesBar() {
  const { add, isPending } = useAddNote();
  const isDrawerOpen = usePageState('isDrawerOpen');
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isDrawerOpen}
        className="-ml-0.5 inline-flex h-10 items-center gap-2 rounded-base px-2.5 text-sm font-medium text-white hover:bg-white/15 md:hidden [&_svg]:size-5"
        onClick={() => setDrawerOpen(true)}
      >
        <PanelLeft aria-hidden />
        Notes and folders
      </button>
      <IconButton
        label="Add new note"
        title="Add new note"
        variant="bar"
        className="ml-auto md:ml-0"
        disabled={isPending}
        onClick={add}
      >
        <Plus aria-hidden />
      </IconButton>
    </>
  );
}
