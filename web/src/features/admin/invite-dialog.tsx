import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { createInvitationSchema, type CreatedInvitation } from '#domain/admin.ts';
import { useInvite } from '../../data/admin/mutations.ts';
import { formatMoment } from '../../lib/clock.ts';
import { ShownOnce } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Warning } from '../../ui/states.tsx';

type FormProps = { isPending: boolean; onInvite: (email: string) => void; onClose: () => void };

function InviteForm({ isPending, onInvite, onClose }: FormProps) {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(createInvitationSchema),
    defaultValues: { email: '' },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(({ email }) => onInvite(email ?? ''))(event)}
    >
      <FormField
        control={control}
        name="email"
        label="Email (Optional)"
        hint="The link is mailed there if mail is set up. Without an address, pass it on yourself."
      >
        {(field) => <Input {...field} value={field.value ?? ''} type="email" autoComplete="off" />}
      </FormField>
      <FormActions
        submitLabel="Create Invitation"
        pendingLabel="Creating..."
        isPending={isPending}
        onCancel={onClose}
      />
    </form>
  );
}

type LinkProps = { invitation: CreatedInvitation; email: string; onClose: () => void };

function InvitationLink({ invitation, email, onClose }: LinkProps) {
  const { url, expiresAt, sent } = invitation;
  return (
    <div className="flex flex-col gap-3">
      {email && sent ? <output className="block">It was mailed to {email}.</output> : null}
      {email && !sent ? (
        <Warning>It could not be mailed to {email}. Please pass the link on yourself.</Warning>
      ) : null}
      <ShownOnce label="Link" value={url} onClose={onClose}>
        Valid until {formatMoment(expiresAt)}, for one account.
      </ShownOnce>
    </div>
  );
}

/** Creates an invitation and shows its link, once, since the server stores only its hash. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { data, isPending, mutate, variables = '' } = useInvite();
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={data ? 'Invitation' : 'Invite'}
      description={
        data
          ? 'Whoever opens this link can register once. It is shown only now.'
          : 'An invitation is a link by which one person can register.'
      }
    >
      {data ? (
        <InvitationLink invitation={data} email={variables} onClose={onClose} />
      ) : (
        <InviteForm isPending={isPending} onInvite={mutate} onClose={onClose} />
      )}
    </Dialog>
  );
}
