import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { withDescendants } from '../../../../supabase/functions/_shared/domain/folders.ts';
import { messageFor, statusOf } from '../../lib/errors.ts';
import type { Change } from '../../lib/live-table.ts';
import { isLive } from '../../lib/live.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { liveFolders, pendingFolders } from './live.ts';
import { foldersQuery } from './queries.ts';
import * as requests from './requests.ts';
import type { Folder, FolderFields } from './types.ts';

/** One after the other in the order they were made, so that the last word is the user's last. */
const scope = { id: 'folders' };

type Rollback = { rollback: () => void };

function accept(client: QueryClient, change: Change<Folder>, text: string): void {
  liveFolders.apply(client, change);
  if (!isLive()) void liveFolders.reload(client);
  toast({ title: 'Success', description: text });
}

/** Says why, and looks at the folder again if the server refused: it may be gone or different. */
function refuse(client: QueryClient, error: Error, message: string, id?: number): void {
  console.error(message, error);
  toastError(messageFor(error, message));
  if (id === undefined || statusOf(error) === 0) return;
  liveFolders.refresh(client, [id]).catch((cause: unknown) => {
    console.warn('The folder could not be read again.', cause);
  });
}

export function useCreateFolder() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: requests.insertFolder,
    onSuccess: (folder) => accept(client, { rows: [folder] }, 'Folder created successfully'),
    onError: (error) => refuse(client, error, 'Failed to create folder'),
  });
}

export function useUpdateFolder() {
  const client = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ id, changes }: { id: number; changes: Partial<FolderFields> }) =>
      requests.updateFolder(id, changes),
    onMutate: ({ id, changes }): Rollback => ({
      rollback: pendingFolders.add((rows) =>
        rows.map((row) => (row.id === id ? { ...row, ...changes } : row)),
      ),
    }),
    onSuccess: (folder) => accept(client, { rows: [folder] }, 'Folder updated successfully'),
    onError: (error, { id }) => refuse(client, error, 'Failed to update folder', id),
    onSettled: (_folder, _error, _change, context) => context?.rollback(),
  });
}

/** Deletes a folder with all that lies in it; the ids of the folders that went are the result. */
export function useDeleteFolder() {
  const client = useQueryClient();
  const subtree = (id: number) =>
    withDescendants(client.getQueryData(foldersQuery.queryKey) ?? [], id);
  return useMutation({
    scope,
    mutationFn: async (id: number) => {
      const gone = subtree(id);
      await requests.deleteFolder(id);
      return gone;
    },
    onMutate: (id): Rollback => {
      const gone = subtree(id);
      return {
        rollback: pendingFolders.add((rows) => rows.filter((row) => !gone.has(row.id))),
      };
    },
    onSuccess: (gone) => accept(client, { removed: [...gone] }, 'Folder deleted successfully'),
    onError: (error, id) => refuse(client, error, 'Failed to delete folder', id),
    onSettled: (_gone, _error, _id, context) => context?.rollback(),
  });
}
