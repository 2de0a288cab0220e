import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { deleteAccountSchema } from '#domain/account.ts';
import { deleteAccountMutation } from '../../data/account/account.ts';
import { dropDraftsOf } from '../../data/notes/drafts.ts';
import { userMessage, showRefusal } from '../../lib/errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { PasswordInput } from '../../ui/input.tsx';

const FIELDS = { wrong_password: 'currentPassword', last_administrator: 'root' } as const;

async function forgetDrafts(userId: string): Promise<void> {
  try {
    await dropDraftsOf(userId);
  } catch (error) {
    console.warn('Drafts of the deleted account are left in this browser.', error);
  }
}

type Props = { userId: string; onClose: () => void };

/** Deletes the own account, and everything of it in this browser. */
export function DeleteAccountDialog({ userId, onClose }: Props) {
  const navigate = useNavigate();
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(deleteAccountSchema),
    defaultValues: { currentPassword: '' },
  });
  const remove = useMutation({
    ...deleteAccountMutation,
    // Also runs if this dialog is unmounted: the session ends before the answer is handled.
    onSuccess: async () => {
      await forgetDrafts(userId);
      await navigate('/login');
      toast({ title: 'Account Deleted', description: 'Your account has been deleted' });
    },
    onError: (error) => {
      if (showRefusal(error, setError, FIELDS)) return;
      console.error('Failed to delete account', error);
      toastError(userMessage(error, 'Failed to delete account'));
    },
  });
  const refusal = formState.errors.root?.message;
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Delete Account"
      description="Your account and all of your tasks, contacts, notes, folders and categories are deleted, on every device. This cannot be undone."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void handleSubmit(({ currentPassword }) => remove.mutate(currentPassword))(event)
        }
      >
        <FormField control={control} name="currentPassword" label="Current Password">
          {(field) => <PasswordInput {...field} autoComplete="current-password" />}
        </FormField>
        {refusal ? <FieldError>{refusal}</FieldError> : null}
        <FormActions
          isDangerous
          submitLabel="Delete Account"
          pendingLabel="Deleting..."
          isPending={remove.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
