import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createdInvitationSchema,
  type AdminUser,
  type CreateUser,
  type Registration,
  type RegistrationMode,
} from '#domain/admin.ts';
import type { EmailConfig } from '#domain/mail.ts';
import { userMessage, isClientError } from '../../lib/errors.ts';
import { callFunction } from '../../lib/supabase.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { adminKeys } from './queries.ts';

type Flag = { user: AdminUser; isAdmin: boolean };
type Reset = { user: AdminUser; newPassword: string };
/** A form shows the error itself. */
type Outcome = { onSuccess: () => void; onError: (error: Error) => void };

/** Logs a failure and shows it: the server's message if it wrote one for people, else `text`. */
function reportFailure(error: Error, text: string): void {
  console.error(text, error);
  toastError(userMessage(error, text));
}

function patchUsers(client: QueryClient, change: (users: AdminUser[]) => AdminUser[]): void {
  client.setQueryData<AdminUser[]>(adminKeys.users, (users) => users && change(users));
}

function patchFlag(client: QueryClient, { user, isAdmin }: Flag): void {
  patchUsers(client, (users) =>
    users.map((one) => (one.id === user.id ? { ...one, isAdmin } : one)),
  );
}

/** The Administrator toggle; optimistic. */
export function useSetAdministrator() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'administrators' },
    mutationFn: ({ user, isAdmin }: Flag) =>
      callFunction(`admin/users/${user.id}/admin`, { method: 'PATCH', body: { isAdmin } }),
    onMutate: async (flag) => {
      // An answer that is under way does not have this change.
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
      reportFailure(error, 'Failed to update user');
    },
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
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
        description: `${user.username} can log in with the new password now.`,
      });
      onSuccess();
    },
    onError: (error) => reportFailure(error, 'Failed to reset password'),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.auditLog }),
  });
}

/** For somebody who has lost their authenticator and their recovery codes. */
export function useRemoveSecondStep({ onSuccess }: { onSuccess: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AdminUser) =>
      callFunction(`admin/users/${id}/second-step`, { method: 'DELETE' }),
    onSuccess: (_answer, { id, username }) => {
      patchUsers(client, (users) =>
        users.map((user) => (user.id === id ? { ...user, hasSecondStep: false } : user)),
      );
      toast({
        title: 'Two-Step Sign-In Off',
        description: `${username} signs in with the password alone now.`,
      });
      onSuccess();
    },
    onError: (error) => reportFailure(error, 'Failed to turn off two-step sign-in'),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
  });
}

/** Creates an account for somebody, who has to choose a new password at the first sign-in. */
export function useCreateUser({ onSuccess, onError }: Outcome) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateUser) => callFunction('admin/users', { body }),
    onSuccess: (_answer, { username }) => {
      toast({
        title: 'User Created',
        description: `${username} can log in now and chooses a new password then.`,
      });
      onSuccess();
    },
    onError: (error) => {
      console.error('Failed to create user', error);
      onError(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
  });
}

/** Deletes somebody's account with everything in it. */
export function useDeleteUser({ onSuccess }: { onSuccess: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, username }: AdminUser) =>
      callFunction(`admin/users/${id}`, { method: 'DELETE', body: { username } }),
    onSuccess: (_answer, { id, username }) => {
      patchUsers(client, (users) => users.filter((user) => user.id !== id));
      toast({
        title: 'User Deleted',
        description: `${username} and everything of theirs is gone.`,
      });
      onSuccess();
    },
    onError: (error) => reportFailure(error, 'Failed to delete user'),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
  });
}

function patchRegistration(
  client: QueryClient,
  change: (registration: Registration) => Registration,
): void {
  client.setQueryData<Registration>(
    adminKeys.registration,
    (registration) => registration && change(registration),
  );
}

async function refetchRegistration(client: QueryClient): Promise<void> {
  await Promise.all(
    [adminKeys.registration, adminKeys.auditLog].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

const MODE_TEXTS: Record<RegistrationMode, string> = {
  open: 'Everybody can register now.',
  invite: 'Only people with an invitation can register now.',
  closed: 'Nobody can register now.',
};

/** Who may register; optimistic. */
export function useSetRegistration() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'registration' },
    mutationFn: (mode: RegistrationMode) =>
      callFunction('admin/registration', { method: 'PATCH', body: { mode } }),
    onMutate: async (mode) => {
      // An answer that is under way does not have this change.
      await client.cancelQueries({ queryKey: adminKeys.registration });
      const before = client.getQueryData<Registration>(adminKeys.registration)?.mode;
      patchRegistration(client, (registration) => ({ ...registration, mode }));
      return before;
    },
    onSuccess: (_answer, mode) =>
      toast({ title: 'Registration Changed', description: MODE_TEXTS[mode] }),
    onError: (error, _mode, before) => {
      if (before) patchRegistration(client, (registration) => ({ ...registration, mode: before }));
      reportFailure(error, 'Failed to change registration');
    },
    onSettled: () => refetchRegistration(client),
  });
}

/** Creates a link for one account, and mails it to the address if there is one and mail is set up. */
export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (email: string) =>
      createdInvitationSchema.parse(
        await callFunction('admin/invitations', { body: email === '' ? {} : { email } }),
      ),
    onError: (error) => reportFailure(error, 'Failed to create invitation'),
    onSettled: () => refetchRegistration(client),
  });
}

export function useRevokeInvitation({ onSuccess }: { onSuccess: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callFunction(`admin/invitations/${id}`, { method: 'DELETE' }),
    onSuccess: (_answer, id) => {
      patchRegistration(client, (registration) => ({
        ...registration,
        invitations: registration.invitations.filter((invitation) => invitation.id !== id),
      }));
      toast({ title: 'Invitation Revoked', description: 'Its link no longer works.' });
      onSuccess();
    },
    onError: (error) => reportFailure(error, 'Failed to revoke invitation'),
    onSettled: () => refetchRegistration(client),
  });
}

/** Save Configuration (spec section 8). */
export function useConfigureEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EmailConfig) => callFunction('admin/configure-email', { body }),
    onSuccess: async (_answer, { emailUser }) => {
      toast({
        title: 'Email Configuration Saved',
        description: `Password mail is now sent from ${emailUser}.`,
      });
      await client.invalidateQueries({ queryKey: adminKeys.email });
    },
    onError: (error) => {
      console.error('Failed to save email configuration', error);
      if (isClientError(error)) {
        toastError(userMessage(error, 'Failed to configure email service'), 'Configuration Failed');
      } else {
        toastError(userMessage(error, 'Failed to save email configuration'));
      }
    },
  });
}

/** Test: sends a mail with the values just typed to the address itself; nothing is stored. */
export function useTestEmail() {
  return useMutation({
    mutationFn: (body: EmailConfig) =>
      callFunction('admin/test-email', { body: { ...body, testEmail: body.emailUser } }),
    onSuccess: (_answer, { emailUser }) =>
      toast({
        title: 'Test Email Sent',
        description: `A test email is on its way to ${emailUser}.`,
      }),
    onError: (error) => {
      console.error('Failed to test email configuration', error);
      if (isClientError(error)) toastError(userMessage(error, 'Email test failed'), 'Test Failed');
      else toastError(userMessage(error, 'Failed to test email configuration'), 'Test Error');
    },
  });
}
