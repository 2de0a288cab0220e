import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { forgotPasswordSchema } from '../../../../supabase/functions/_shared/domain/account.ts';
import { forgotPasswordMutation } from '../../data/account/account.ts';
import { messageFor } from '../../lib/errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for a temporary password by mail. The answer never tells whether the account exists. */
export function ForgotPasswordDialog({ open, onOpenChange }: Props) {
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
      onOpenChange(false);
    },
    onError: (error) => toastError(messageFor(error, 'Password reset failed')),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Reset Password"
      description="We will send a temporary password to the e-mail address of your account."
    >
      <form
        noValidate
        onSubmit={(event) => void handleSubmit((values) => forgot.mutate(values))(event)}
      >
        <Controller
          name="identifier"
          control={control}
          render={({ field, fieldState }) => (
            <Field label="Username or Email" error={fieldState.error?.message}>
              {(joined) => (
                <Input {...field} {...joined} autoComplete="username" autoCapitalize="none" />
              )}
            </Field>
          )}
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={forgot.isPending}>
            {forgot.isPending ? 'Sending...' : 'Send Reset Email'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
