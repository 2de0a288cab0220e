import { useEffect, useId, useRef } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Copy } from 'lucide-react';
import { useForm } from 'react-hook-form';
import {
  APP_PASSWORD_LIMITS,
  createAppPasswordSchema,
  type AppPasswordScope,
} from '#domain/app-password.ts';
import { useCreateAppPassword } from '../../data/account/app-passwords.ts';
import { showRefusal, userMessage } from '../../lib/errors.ts';
import { copyText, toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

/** What an app password may be for. */
export const SCOPES: { value: AppPasswordScope; label: string }[] = [
  { value: 'dav', label: 'Phones and calendars (CalDAV, CardDAV)' },
  { value: 'api:read', label: 'Scripts that read (API)' },
  { value: 'api', label: 'Scripts that read and write (API)' },
];

const FIELDS = { wrong_password: 'currentPassword', too_many_app_passwords: 'name' } as const;

function NewPassword({ password, onClose }: { password: string; onClose: () => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          App Password
        </label>
        <div className="flex gap-2">
          <Input
            ref={field}
            id={id}
            readOnly
            value={password}
            className="min-w-0 font-mono"
            onFocus={({ target }) => target.select()}
          />
          <Button onClick={() => void copyText(password)}>
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
      </div>
      <p className="text-sm text-soft">
        Enter it in the program with your username. Dashes and capitals do not count.
      </p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}

/** Makes an app password, then shows it: this once, since the server keeps only its hash. */
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
      open
      onOpenChange={onClose}
      size="sm"
      title={data ? data.name : 'New App Password'}
      description={
        data
          ? 'It is shown only now.'
          : 'Name it after the program or device, so that you know later which one to revoke.'
      }
    >
      {data ? (
        <NewPassword password={data.password} onClose={onClose} />
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
