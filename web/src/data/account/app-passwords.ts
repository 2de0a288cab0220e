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

/** One's own app passwords, oldest first. When one was used is known when the tab is opened. */
export const appPasswordsQuery = queryOptions({
  queryKey: ['account', 'app-passwords'],
  queryFn: async () =>
    z
      .array(appPasswordSchema)
      .parse(await callFunction('account/app-passwords', { method: 'GET' })),
  staleTime: 0,
});

/** Makes one; the answer has the password, this once. What is wrong is said by the form. */
export function useCreateAppPassword(onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateAppPassword) =>
      createdAppPasswordSchema.parse(await callFunction('account/app-passwords', { body })),
    onError,
    onSettled: () => client.invalidateQueries(appPasswordsQuery),
  });
}

/** Revokes one; from then on it opens nothing. */
export function useRevokeAppPassword(onSuccess: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AppPassword) =>
      callFunction(`account/app-passwords/${id}`, { method: 'DELETE' }),
    onSuccess: (_answer, { id, name }) => {
      // Before the dialog closes: its button is gone, and the focus goes elsewhere.
      client.setQueryData(appPasswordsQuery.queryKey, (all) => all?.filter((one) => one.id !== id));
      toast({ title: 'App Password Revoked', description: `“${name}” no longer opens anything.` });
      onSuccess();
    },
    onError: (error) => toastFailure(error, 'Failed to revoke the app password'),
    onSettled: () => client.invalidateQueries(appPasswordsQuery),
  });
}
