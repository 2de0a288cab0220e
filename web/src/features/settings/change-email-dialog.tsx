import { useMutation } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { changeEmailSchema } from '#domain/account.ts';
import { changeEmailMutation } from '../../data/account/account.ts';
import { userMessage, showRefusal } from '../../lib/errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';

const FIELDS = { wrong_password: 'currentPassword', email_taken: 'email' } as const;

type Props = { email: string | null; onClose: () => void };

/** Changes or removes the own email address. The profile arrives over the live channel. */
export function ChangeEmailDialog({ email, onClose }: Props) {
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(changeEmailSchema),
    defaultValues: { email: email ?? '', currentPassword: '' },
  });
  const change = useMutation({
    ...changeEmailMutation,
    onSuccess: (_answer, { email: next }) => {
      toast({
        title: 'Email Changed',
        description: next
          ? 'Your email address has been changed.'
          : 'Your email address has been removed.',
      });
      onClose();
    },
    onError: (error) => {
      if (showRefusal(error, setError, FIELDS)) return;
      console.error('Failed to change email', error);
      toastError(userMessage(error, 'Failed to change email'));
    },
  });
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Change Email"
      description="Leave the address empty to remove it. A forgotten password cannot be mailed to you then."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void handleSubmit((values) => change.mutate(values))(event)}
      >
        <FormField control={control} name="email" label="Email">
          {(field) => <Input {...field} type="email" autoComplete="email" />}
        </FormField>
        <FormField control={control} name="currentPassword" label="Current Password">
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        <FormActions
          submitLabel="Change Email"
          pendingLabel="Changing..."
          isPending={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
