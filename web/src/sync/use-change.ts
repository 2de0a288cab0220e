import { useCallback, useLayoutEffect, useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import { newUid } from '#domain/uid.ts';
import { toast, toastFailure } from '../lib/toast.ts';
import { NOUNS, type Change, type Fields, type TableName } from './changes.ts';
import { isRestorable } from './overlay.ts';
import { change, rowNow, seenRevision } from './sync.ts';

/** The changes that undo something, and their toasts. */
type Undo = { changes: readonly Change[]; success: string; failure: string };

type Texts<Input> = {
  /** The text of the toast, or a function to call instead. */
  success?: string | ((input: Input) => void);
  /** Without it a failure is only logged. */
  failure?: string;
  /** Offered as 'Undo' with the toast. */
  undo?: (input: Input) => Undo | undefined;
};

/** Callbacks of one call, besides the toasts. */
type Callbacks = {
  onSuccess?: () => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};

/** A mutation of synced rows with its toasts. It succeeds once the changes are on this device's disk. */
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
  // Started before react-query and React do anything: rendering would delay the write.
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

/** Shows a success, with Undo if there is one. Returns the toast's id. */
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

/** The changes that restore a deleted row: the same one while it is in the trash, else a new one. */
function bringBack(table: TableName, uid: string, set: Fields): Change[] {
  const row = rowNow(table, uid);
  if (row?.deleted_at === null) return [{ table, uid, set }];
  // `set` alone does not restore a row in which nothing differs.
  if (row && isRestorable(row)) {
    return [
      { table, uid, restore: true },
      { table, uid, set },
    ];
  }
  return [{ table, uid: newUid(), create: true, set }];
}

/**
 * The mutations that all tables have, with their toasts (spec section 8). `New` is what a row is
 * created with; `mark` ends the texts of successes.
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
    /** `uid` is for callers that need to know it beforehand. */
    useCreate: ({ success = created.success }: { success?: string | ((row: New) => void) } = {}) =>
      useChange(
        (row: New & { uid?: string }) => {
          const { uid = newUid(), ...set }: Fields & { uid?: string } = row;
          return [{ table, uid, create: true, set }];
        },
        { success, failure: created.failure },
      ),

    /** Changes only the given columns. */
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
