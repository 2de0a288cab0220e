import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EmailConfig } from '#domain/mail.ts';
import { isClientError, userMessage } from '../../lib/errors.ts';
import { callFunction } from '../../lib/supabase.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { adminKeys } from './queries.ts';

/** Save Configuration (docs/spec.md, section 8). */
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
