import { useState } from 'react';
import { useDeleteContact } from '../../data/contacts/contacts.ts';
import { ConfirmDialog, rowBeside } from '../../ui/confirm-dialog.tsx';

type Props = {
  uid: string;
  onClose: () => void;
  /** The contact is deleted; by default `onClose`. */
  onDeleted?: () => void;
};

/** Asks before a contact is deleted (spec section 5). */
export function DeleteContactDialog({ uid, onClose, onDeleted = onClose }: Props) {
  const { mutate: remove, isPending } = useDeleteContact();
  const [focusOtherwise] = useState(rowBeside);
  return (
    <ConfirmDialog
      onClose={() => {
        if (!isPending) onClose();
      }}
      title="Delete Contact"
      text="Are you sure you want to delete this contact?"
      isPending={isPending}
      focusOtherwise={focusOtherwise}
      onConfirm={() => remove(uid, { onSuccess: onDeleted, onError: onClose })}
    />
  );
}
