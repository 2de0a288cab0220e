import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createdInvitationSchema,
  registrationSchema,
  type Registration,
  type RegistrationMode,
} from '#domain/admin.ts';
import { messageFor } from '../../lib/errors.ts';
import { callFunction } from '../../lib/functions.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { adminKeys } from './queries.ts';

/** Who may register, and the invitations that nobody has used yet, the newest first. */
export const adminRegistrationQuery = queryOptions({
  queryKey: adminKeys.registration,
  queryFn: async () =>
    registrationSchema.parse(await callFunction('admin/registration', { method: 'GET' })),
});

function patch(client: QueryClient, change: (registration: Registration) => Registration): void {
  client.setQueryData<Registration>(
    adminKeys.registration,
    (registration) => registration && change(registration),
  );
}

async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all(
    [adminKeys.registration, adminKeys.events].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

const chosen: Record<RegistrationMode, string> = {
  open: 'Everybody can register now.',
  invite: 'Only people with an invitation can register now.',
  closed: 'Nobody can register now.',
};

/** Shown at once, taken back if the server refuses. */
export function useSetRegistration() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'registration' },
    mutationFn: (mode: RegistrationMode) =>
      callFunction('admin/registration', { method: 'PATCH', body: { mode } }),
    onMutate: async (mode) => {
      // An answer that is on its way knows nothing of this change.
      await client.cancelQueries({ queryKey: adminKeys.registration });
      const before = client.getQueryData<Registration>(adminKeys.registration)?.mode;
      patch(client, (registration) => ({ ...registration, mode }));
      return before;
    },
    onSuccess: (_answer, mode) =>
      toast({ title: 'Registration Changed', description: chosen[mode] }),
    onError: (error, _mode, before) => {
      if (before) patch(client, (registration) => ({ ...registration, mode: before }));
      console.error('Failed to change registration', error);
      toastError(messageFor(error, 'Failed to change registration'));
    },
    onSettled: () => readAgain(client),
  });
}

/** Makes a link for one account; with an address it is mailed there if mail is set up. */
export function useInvite({ onError }: { onError: (error: Error) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (email: string) =>
      createdInvitationSchema.parse(
        await callFunction('admin/invitations', { body: email === '' ? {} : { email } }),
      ),
    onError: (error) => {
      console.error('Failed to create invitation', error);
      onError(error);
    },
    onSettled: () => readAgain(client),
  });
}

export function useRevokeInvitation({ onSuccess }: { onSuccess: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callFunction(`admin/invitations/${id}`, { method: 'DELETE' }),
    onSuccess: (_answer, id) => {
      patch(client, (registration) => ({
        ...registration,
        invitations: registration.invitations.filter((invitation) => invitation.id !== id),
      }));
      toast({ title: 'Invitation Revoked', description: 'Its link no longer works.' });
      onSuccess();
    },
    onError: (error) => {
      console.error('Failed to revoke invitation', error);
      toastError(messageFor(error, 'Failed to revoke invitation'));
    },
    onSettled: () => readAgain(client),
  });
}
