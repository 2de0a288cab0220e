import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AdminUser, CreateUser } from '#domain/admin.ts';
import { messageFor } from '../../lib/errors.ts';
import { callFunction } from '../../lib/functions.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { ADMIN, adminKeys } from './queries.ts';

type Flag = { user: AdminUser; isAdmin: boolean };
type Reset = { user: AdminUser; newPassword: string };
/** A form decides itself where it shows what is wrong. */
type Outcome = { onSuccess: () => void; onError: (error: Error) => void };

function patchFlag(client: QueryClient, { user, isAdmin }: Flag): void {
  client.setQueryData<AdminUser[]>(adminKeys.users, (users) =>
    users?.map((one) => (one.id === user.id ? { ...one, isAdmin } : one)),
  );
}

/** The Administrator toggle: shown at once, taken back if the server refuses. */
export function useSetAdministrator() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'administrators' },
    mutationFn: ({ user, isAdmin }: Flag) =>
      callFunction(`admin/users/${user.id}/admin`, { method: 'PATCH', body: { isAdmin } }),
    onMutate: async (flag) => {
      // An answer that is on its way knows nothing of this change.
      await client.cancelQueries({ queryKey: adminKeys.users });
      patchFlag(client, flag);
    },
    onSuccess: (_answer, { user, isAdmin }) =>
      toast({
        title: 'User Updated',
        description: isAdmin
          ? `${user.username} is now an administrator.`
          : `${user.username} is no longer an administrator.`,
      }),
    onError: (error, { user, isAdmin }) => {
      patchFlag(client, { user, isAdmin: !isAdmin });
      console.error('Failed to update user', error);
      toastError(messageFor(error, 'Failed to update user'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN] }),
  });
}

/** Gives somebody a password that an administrator typed. */
export function useResetPassword({ onSuccess }: { onSuccess: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, newPassword }: Reset) =>
      callFunction(`admin/users/${user.id}/reset-password`, { body: { newPassword } }),
    onSuccess: (_answer, { user }) => {
      toast({
        title: 'Password Reset',
        description: `${user.username} can sign in with the new password now.`,
      });
      onSuccess();
    },
    onError: (error) => {
      console.error('Failed to reset password', error);
      toastError(messageFor(error, 'Failed to reset password'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.events }),
  });
}

/** Makes an account for somebody, who has to choose a new password at the first sign-in. */
export function useCreateUser({ onSuccess, onError }: Outcome) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateUser) => callFunction('admin/users', { body }),
    onSuccess: (_answer, { username }) => {
      toast({
        title: 'User Created',
        description: `${username} can sign in now and chooses a new password then.`,
      });
      onSuccess();
    },
    onError: (error) => {
      console.error('Failed to create user', error);
      onError(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN] }),
  });
}

/** Deletes somebody's account with everything in it. */
export function useDeleteUser({ onSuccess }: { onSuccess: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, username }: AdminUser) =>
      callFunction(`admin/users/${id}`, { method: 'DELETE', body: { username } }),
    onSuccess: (_answer, { id, username }) => {
      client.setQueryData<AdminUser[]>(adminKeys.users, (users) =>
        users?.filter((user) => user.id !== id),
      );
      toast({
        title: 'User Deleted',
        description: `${username} and everything of theirs is gone.`,
      });
      onSuccess();
    },
    onError: (error) => {
      console.error('Failed to delete user', error);
      toastError(messageFor(error, 'Failed to delete user'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN] }),
  });
}
