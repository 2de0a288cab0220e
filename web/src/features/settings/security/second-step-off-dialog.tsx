import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { secondStepOffSchema } from '#domain/account.ts';
import { turnSecondStepOff } from '../../../data/account/second-step.ts';
import { showRefusal } from '../../../lib/errors.ts';
import { toast, toastFailure } from '../../../lib/toast.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormActions } from '../../../ui/form-dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { PasswordInput } from '../../../ui/input.tsx';

/** Turns two-step sign-in off; asks for the password. */
export function SecondStepOffDialog({ onClose }: { onClose: () => void }) {
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(secondStepOffSchema),
    defaultValues: { currentPassword: '' },
  });
  const off = useMutation({
    mutationFn: turnSecondStepOff,
    onSuccess: () => {
      toast({ title: 'Two-Step Sign-In Off', description: 'Your password alone signs you in.' });
      onClose();
    },
    onError: (error) => {
      if (showRefusal(error, setError, { wrong_password: 'currentPassword' })) return;
      toastFailure(error, 'Failed to turn two-step sign-in off');
    },
  });
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Turn Off Two-Step Sign-In"
      description="Your password alone signs you in then. Your recovery codes end."
    >
      <form
        noValidate
        onSubmit={(event) =>
          void handleSubmit(({ currentPassword }) => off.mutate(currentPassword))(event)
        }
      >
        <FormField control={control} name="currentPassword" label="Current Password">
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        <FormActions
          isDangerous
          submitLabel="Turn Off"
          pendingLabel="Turning off..."
          isPending={off.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
