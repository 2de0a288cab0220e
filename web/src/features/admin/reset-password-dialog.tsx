import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { adminResetPasswordFormSchema, type AdminUser } from '#domain/admin.ts';
import { useResetPassword } from '../../data/admin/mutations.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { PasswordRules } from './password-rules.tsx';

const fields = [
  { name: 'newPassword', label: 'New Password' },
  { name: 'confirmPassword', label: 'Confirm Password' },
] as const;

/** Gives a user a new password by the rules of spec section 5. */
export function ResetPasswordDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(adminResetPasswordFormSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const typed = useWatch({ control, name: 'newPassword' });
  const reset = useResetPassword({ onSuccess: onClose });
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Reset Password"
      description={`Set a new password for ${user.username}, who will be logged out everywhere.`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void handleSubmit(({ newPassword }) => reset.mutate({ user, newPassword }))(event)
        }
      >
        {fields.map(({ name, label }) => (
          <FormField key={name} control={control} name={name} label={label}>
            {(field) => <PasswordInput {...field} autoComplete="new-password" />}
          </FormField>
        ))}
        <PasswordRules password={typed} />
        <FormActions
          submitLabel="Reset Password"
          pendingLabel="Resetting..."
          isPending={reset.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
