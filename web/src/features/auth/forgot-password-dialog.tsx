import { useMutation } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { forgotPasswordSchema } from '#domain/account.ts';
import { forgotPasswordMutation } from '../../data/account/account.ts';
import { userMessage } from '../../lib/errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { IdentifierInput } from '../../ui/input.tsx';

/** Requests a temporary password by mail. The answer does not reveal whether the account exists. */
export function ForgotPasswordDialog({ onClose }: { onClose: () => void }) {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { identifier: '' },
  });
  const forgot = useMutation({
    ...forgotPasswordMutation,
    onSuccess: () => {
      toast({
        title: 'Password Reset Email Sent',
        description: 'Check your email for the temporary password and login instructions.',
      });
      onClose();
    },
    onError: (error) => toastError(userMessage(error, 'Password reset failed')),
  });
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Reset Password"
      description="We will send a temporary password to the email address of your account."
    >
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((values) => forgot.mutate(values))(event)}
      >
        <FormField control={control} name="identifier" label="Username or Email">
          {(field) => <IdentifierInput {...field} autoComplete="username" />}
        </FormField>
        <FormActions
          submitLabel="Send Reset Email"
          pendingLabel="Sending..."
          isPending={forgot.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
