import { useMutation } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { changePasswordFormSchema } from '#domain/account.ts';
import { changePasswordMutation } from '../../data/account/account.ts';
import { isClientError, userMessage } from '../../lib/errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { PasswordInput } from '../../ui/input.tsx';

type Props = {
  /** Left out for a person who signed in with a temporary password and has to choose a new one. */
  onClose?: () => void;
};

const fields = [
  { name: 'currentPassword', label: 'Current Password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const;

export function ChangePasswordDialog({ onClose }: Props) {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(changePasswordFormSchema),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const change = useMutation({
    ...changePasswordMutation,
    onSuccess: () => {
      toast({
        title: 'Password Changed',
        description: 'Your password has been successfully updated.',
      });
      onClose?.();
    },
    onError: (error) => {
      const text = isClientError(error)
        ? 'Failed to change password'
        : 'An error occurred while changing your password';
      toastError(userMessage(error, text));
    },
  });
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Change Password"
      description={
        onClose
          ? 'Your other devices will be logged out.'
          : 'You logged in with a temporary password. It is your current password here; please choose a new one.'
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void handleSubmit(({ currentPassword, newPassword }) =>
            change.mutate({ currentPassword, newPassword }),
          )(event)
        }
      >
        {fields.map(({ name, label, autoComplete }) => (
          <FormField key={name} control={control} name={name} label={label}>
            {(field) => <PasswordInput {...field} autoComplete={autoComplete} />}
          </FormField>
        ))}
        <FormActions
          submitLabel="Change Password"
          pendingLabel="Changing..."
          isPending={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
