import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  APP_PASSWORD_LIMITS,
  calendarPath,
  createAppPasswordSchema,
  type AppPasswordScope,
  type CreatedAppPassword,
} from '#domain/app-password.ts';
import { useCreateAppPassword } from '../../../data/account/app-passwords.ts';
import { showRefusal, userMessage } from '../../../lib/errors.ts';
import { toastError } from '../../../lib/toast.ts';
import { ShownOnce } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormActions } from '../../../ui/form-dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input, PasswordInput } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';

/** The scopes of app passwords. */
export const SCOPES: { value: AppPasswordScope; label: string }[] = [
  { value: 'dav', label: 'Phones and calendars (CalDAV, CardDAV)' },
  { value: 'api:read', label: 'Scripts that read (API)' },
  { value: 'api', label: 'Scripts that read and write (API)' },
  { value: 'calendar', label: 'A calendar that only reads (address)' },
];

const FIELDS = { wrong_password: 'currentPassword', too_many_app_passwords: 'name' } as const;

function NewPassword({ made, onClose }: { made: CreatedAppPassword; onClose: () => void }) {
  return made.scope === 'calendar' ? (
    <ShownOnce
      label="Address"
      value={`${location.origin}${calendarPath(made.password)}`}
      onClose={onClose}
    >
      Subscribe to it in a calendar. Whoever has it can read your tasks that have a date, and
      nothing else.
    </ShownOnce>
  ) : (
    <ShownOnce label="App Password" value={made.password} isCode onClose={onClose}>
      Enter it in the program with your username. Dashes and capitals do not count.
    </ShownOnce>
  );
}

/** Creates an app password and shows it, once, since the server stores only its hash. */
export function NewAppPasswordDialog({ onClose }: { onClose: () => void }) {
  const { control, handleSubmit, setError } = useForm({
    resolver: zodResolver(createAppPasswordSchema),
    defaultValues: { name: '', scope: 'dav' as AppPasswordScope, currentPassword: '' },
  });
  const { data, isPending, mutate } = useCreateAppPassword((error) => {
    if (showRefusal(error, setError, FIELDS)) return;
    console.error('Failed to make an app password', error);
    toastError(userMessage(error, 'Failed to make the app password'));
  });
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={data ? data.name : 'New App Password'}
      description={
        data
          ? 'It is shown only now.'
          : 'Name it after the program or device, so that you know later which one to revoke.'
      }
    >
      {data ? (
        <NewPassword made={data} onClose={onClose} />
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => void handleSubmit((values) => mutate(values))(event)}
        >
          <FormField control={control} name="name" label="Name">
            {(field) => (
              <Input
                {...field}
                dir="auto"
                autoComplete="off"
                placeholder="My phone"
                maxLength={APP_PASSWORD_LIMITS.name}
              />
            )}
          </FormField>
          <FormField control={control} name="scope" label="For">
            {({ onChange, ...field }) => (
              <Select {...field} onValueChange={onChange} options={SCOPES} />
            )}
          </FormField>
          <FormField control={control} name="currentPassword" label="Current Password">
            {(field) => <PasswordInput {...field} autoComplete="current-password" />}
          </FormField>
          <FormActions
            submitLabel="Create"
            pendingLabel="Creating..."
            isPending={isPending}
            onCancel={onClose}
          />
        </form>
      )}
    </Dialog>
  );
}
