import type { RefObject } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import type { AdminUser } from '#domain/admin.ts';
import { useDeleteUser } from '../../data/admin/mutations.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { IdentifierInput } from '../../ui/input.tsx';

type Props = {
  user: AdminUser;
  onClose: () => void;
  /** Gets the focus once the user's row is gone. */
  place: RefObject<HTMLElement | null>;
};

function confirmationSchema(username: string) {
  return z.object({
    confirmation: z.string().check(
      z.trim(),
      z.refine((typed) => typed === username, 'This is not the username'),
    ),
  });
}

function OwnAccount({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Delete User"
      description="This is your own account. You can delete it in Settings, which asks for your password."
    >
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button asChild variant="primary">
          <Link to="/settings?tab=account">Open Settings</Link>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function OtherAccount({ user, onClose, place }: Props) {
  const { username } = user;
  const { control, formState, handleSubmit } = useForm({
    resolver: zodResolver(confirmationSchema(username)),
    defaultValues: { confirmation: '' },
  });
  const remove = useDeleteUser({ onSuccess: onClose });
  return (
    <Dialog
      onClose={onClose}
      focusOtherwise={place}
      size="sm"
      title="Delete User"
      description={`${username} is logged out everywhere, and every task, contact, note, folder and category of theirs is deleted. This cannot be undone.`}
    >
      <form noValidate onSubmit={(event) => void handleSubmit(() => remove.mutate(user))(event)}>
        <FormField control={control} name="confirmation" label={`Type ${username} to confirm`}>
          {(field) => <IdentifierInput {...field} autoComplete="off" />}
        </FormField>
        <FormActions
          isDangerous
          isBlocked={!formState.isValid}
          submitLabel="Delete User"
          pendingLabel="Deleting..."
          isPending={remove.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Deletes a user after the username was typed; for the own account it refers to Settings. */
export function DeleteUserDialog(props: Props) {
  const session = useSession();
  const isOwn = session.status === 'signed-in' && session.userId === props.user.id;
  return isOwn ? <OwnAccount onClose={props.onClose} /> : <OtherAccount {...props} />;
}
