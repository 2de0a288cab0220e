import { useSaveNote, type NoteBase, type NoteChanges } from '../../data/notes/mutations.ts';

type Options = {
  uid: string;
  base: NoteBase;
  /** The text is safe on this device, as the note of this uid. */
  onDone: (uid: string) => void;
};

/** Saves what was written over the version that editing began with. */
export function useNoteSave({ uid, base, onDone }: Options) {
  const { mutate, isPending } = useSaveNote();
  return {
    save: (changes: NoteChanges) => mutate({ uid, base, changes }, { onSuccess: onDone }),
    isPending,
  };
}
