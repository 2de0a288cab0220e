import { useCallback, useLayoutEffect, useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import { newUid } from '#domain/uid.ts';
import { toast, toastFailure } from '../lib/toast.ts';
import { NOUNS, type Change, type Fields, type TableName } from './changes.ts';
import { isRestorable } from './overlay.ts';
import { change, rowNow, seenRevision } from './sync.ts';

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

/** For whoever asks for the change, besides what is said of it. */
type Callbacks = {
  onSuccess?: () => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};

/** Does changes and says so. They are done when they are on this device's disk. */
export function useChange<Input>(
  changesOf: (input: Input) => readonly Change[],
  { success, failure, undo }: Texts<Input>,
) {
  const { mutate, mutateAsync, ...state } = useMutation({
    mutationFn: ({ done }: { input: Input; done: Promise<void> }) => done,
    onSuccess: (_done, { input }) => {
      if (typeof success === 'function') return success(input);
      if (success !== undefined) toastSuccess(success, undo?.(input));
    },
    onError: (error) => {
      if (failure !== undefined) toastFailure(error, failure);
      else console.error('A change could not be kept', error);
    },
  });
  const latest = useRef(changesOf);
  useLayoutEffect(() => {
    latest.current = changesOf;
  });
  // Begun before react-query and React do anything: what they draw would hold up the disk.
  const begin = useCallback((input: Input) => {
    const start = async () => change(latest.current(input));
    return { input, done: start() };
  }, []);
  return {
    ...state,
    mutate: useCallback(
      (input: Input, options?: Callbacks) => mutate(begin(input), options),
      [mutate, begin],
    ),
    mutateAsync: useCallback((input: Input) => mutateAsync(begin(input)), [mutateAsync, begin]),
  };
}

/** Says that something is done, and offers to take it back. Returns the toast's id. */
export function toastSuccess(description: string, undo?: Undo): number {
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
  return toast({ title: 'Success', description, ...(undo && { action }) });
}

/** Brings back a row that was deleted: the same one, as long as it is in the trash. */
function bringBack(table: TableName, uid: string, set: Fields): Change[] {
  const row = rowNow(table, uid);
  if (row?.deleted_at === null) return [{ table, uid, set }];
  // The restoring stands for itself: perhaps nothing of it was changed here.
  if (row && isRestorable(row)) {
    return [
      { table, uid, restore: true },
      { table, uid, set },
    ];
  }
  return [{ table, uid: newUid(), create: true, set }];
}

/**
 * The mutations that all tables have in common, with what is said of them (spec section 8).
 * `New` is what a row is created with; `mark` ends what is said of a success.
 *
 *     export const { useCreate: useCreateContact, useDelete: useDeleteContact } =
 *       tableMutations<NewContact>('contacts');
 */
export function tableMutations<New extends Fields>(table: TableName, mark: '' | '!' = '') {
  const noun = NOUNS[table];
  const Noun = noun.charAt(0).toUpperCase() + noun.slice(1);
  const created = {
    success: `${Noun} created successfully${mark}`,
    failure: `Failed to create ${noun}`,
  };
  return {
    /** Whoever needs to know the uid beforehand gives it. */
    useCreate: ({ success = created.success }: { success?: string | ((row: New) => void) } = {}) =>
      useChange(
        (row: New & { uid?: string }) => {
          const { uid = newUid(), ...set }: Fields & { uid?: string } = row;
          return [{ table, uid, create: true, set }];
        },
        { success, failure: created.failure },
      ),

    /** Changes the columns that are named; the others stay. */
    useUpdate: () =>
      useChange(
        ({ uid, changes }: { uid: string; changes: Partial<New> }) => [
          { table, uid, set: changes },
        ],
        {
          success: `${Noun} updated successfully${mark}`,
          failure: `Failed to update ${noun}`,
        },
      ),

    /** Saves a row that was deleted elsewhere while it was edited here. */
    useBringBack: () =>
      useChange(({ uid, row }: { uid: string; row: New }) => bringBack(table, uid, row), created),

    useDelete: () =>
      useChange((uid: string) => [{ table, uid, delete: true, seen: seenRevision() }], {
        success: `${Noun} deleted successfully${mark}`,
        failure: `Failed to delete ${noun}`,
        undo: (uid) => ({
          changes: [{ table, uid, restore: true }],
          success: `${Noun} restored`,
          failure: `Failed to restore ${noun}`,
        }),
      }),
  };
}
