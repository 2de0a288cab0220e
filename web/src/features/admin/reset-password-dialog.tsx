import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import {
  adminResetPasswordFormSchema,
  type AdminUser,
} from '../../../../supabase/functions/_shared/domain/admin.ts';
import { useResetPassword } from '../../data/admin/mutations.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
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
      open
      onOpenChange={onClose}
      size="sm"
      title="Reset Password"
      description={`Set a new password for ${user.username}, who will be signed out everywhere.`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void handleSubmit(({ newPassword }) => reset.mutate({ user, newPassword }))(event)
        }
      >
        {fields.map(({ name, label }) => (
          <Controller
            key={name}
            name={name}
            control={control}
            render={({ field, fieldState }) => (
              <Field label={label} error={fieldState.error?.message}>
                {(joined) => <PasswordInput {...field} {...joined} autoComplete="new-password" />}
              </Field>
            )}
          />
        ))}
        <PasswordRules password={typed} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={reset.isPending}>
            {reset.isPending ? 'Resetting...' : 'Reset Password'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
