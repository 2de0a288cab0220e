import { useMutation } from '@tanstack/react-query';
import { toast, toastFailure } from '../lib/toast.ts';
import type { Change } from './changes.ts';
import { change } from './sync.ts';

/** What takes a change back, and what is said of it. */
type Undo = { changes: readonly Change[]; success: string; failure: string };

type Texts<Input> = {
  /** What the toast says afterwards, or what is done instead of one. */
  success?: string | ((input: Input) => void);
  /** None: a failure is only logged. */
  failure?: string;
  /** Offered as 'Undo' with the toast. */
  undo?: (input: Input) => Undo | undefined;
};

/** Does changes and says so. They are done when they are on this device's disk. */
export function useChange<Input>(
  changesOf: (input: Input) => readonly Change[],
  { success, failure, undo }: Texts<Input>,
) {
  return useMutation({
    mutationFn: async (input: Input) => change(changesOf(input)),
    onSuccess: (_done, input) => {
      if (typeof success === 'function') return success(input);
      if (success !== undefined) toastSuccess(success, undo?.(input));
    },
    onError: (error) => {
      if (failure !== undefined) toastFailure(error, failure);
      else console.error('A change could not be kept', error);
    },
  });
}

/** Says that something is done, and offers to take it back. */
export function toastSuccess(description: string, undo?: Undo): void {
  const takeBack = async () => {
    if (!undo) return;
    try {
      await change(undo.changes);
      toastSuccess(undo.success);
    } catch (error) {
      toastFailure(error instanceof Error ? error : new Error(String(error)), undo.failure);
    }
  };
  const action = { label: 'Undo', onSelect: () => void takeBack() };
  toast({ title: 'Success', description, ...(undo && { action }) });
}
