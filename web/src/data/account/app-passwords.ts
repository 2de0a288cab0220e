import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  appPasswordSchema,
  createdAppPasswordSchema,
  type AppPassword,
  type CreateAppPassword,
} from '#domain/app-password.ts';
import { callFunction } from '../../lib/supabase.ts';
import { toast, toastFailure } from '../../lib/toast.ts';

/** The person's app passwords, oldest first. Read each time the tab is opened, for their last use. */
export const appPasswordsQuery = queryOptions({
  queryKey: ['account', 'app-passwords'],
  queryFn: async () =>
    z
      .array(appPasswordSchema)
      .parse(await callFunction('account/app-passwords', { method: 'GET' })),
  staleTime: 0,
});

/** Creates one; only this answer has the password. The form shows errors. */
export function useCreateAppPassword(onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateAppPassword) =>
      createdAppPasswordSchema.parse(await callFunction('account/app-passwords', { body })),
    onError,
    onSettled: () => client.invalidateQueries(appPasswordsQuery),
  });
}

/** Revokes one. */
export function useRevokeAppPassword(onSuccess: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AppPassword) =>
      callFunction(`account/app-passwords/${id}`, { method: 'DELETE' }),
    onSuccess: (_answer, { id, name }) => {
      // Before the dialog closes: the row is gone then, and the focus goes to another.
      client.setQueryData(appPasswordsQuery.queryKey, (all) => all?.filter((one) => one.id !== id));
      toast({ title: 'App Password Revoked', description: `“${name}” no longer opens anything.` });
      onSuccess();
    },
    onError: (error) => toastFailure(error, 'Failed to revoke the app password'),
    onSettled: () => client.invalidateQueries(appPasswordsQuery),
  });
}
