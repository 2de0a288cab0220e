import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Copy, WandSparkles } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { createUserSchema } from '#domain/admin.ts';
import { useCreateUser } from '../../data/admin/mutations.ts';
import { userMessage, showRefusal } from '../../lib/errors.ts';
import { copyText, toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions } from '../../ui/form-dialog.tsx';
import { IdentifierInput, Input, PasswordInput } from '../../ui/input.tsx';
import { generatePassword, PasswordRules } from './password-rules.tsx';

const FIELDS = { username_taken: 'username', email_taken: 'email' } as const;

/** Creates an account for somebody else. */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const { control, handleSubmit, setError, setValue } = useForm({
    resolver: zodResolver(createUserSchema),
    defaultValues: { username: '', email: '', password: '' },
  });
  const password = useWatch({ control, name: 'password' });
  /** How many passwords were generated; a generated one is visible, so that it can be read out. */
  const [generated, setGenerated] = useState(0);
  const create = useCreateUser({
    onSuccess: onClose,
    onError: (error) => {
      if (showRefusal(error, setError, FIELDS)) return;
      toastError(userMessage(error, 'Failed to create user'));
    },
  });
  const generate = () => {
    setValue('password', generatePassword(), { shouldValidate: true });
    setGenerated((before) => before + 1);
  };
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="New User"
      description="You choose the first password. It has to be changed at the first sign-in."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void handleSubmit((values) => create.mutate(values))(event)}
      >
        <FormField control={control} name="username" label="Username">
          {(field) => <IdentifierInput {...field} autoComplete="off" />}
        </FormField>
        <FormField control={control} name="email" label="Email (Optional)">
          {(field) => (
            <Input {...field} value={field.value ?? ''} type="email" autoComplete="off" />
          )}
        </FormField>
        <FormField control={control} name="password" label="Password">
          {(field) => (
            <PasswordInput
              key={generated}
              {...field}
              autoComplete="new-password"
              isShownAtFirst={generated > 0}
            />
          )}
        </FormField>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" className="max-md:h-10" onClick={generate}>
            <WandSparkles aria-hidden />
            Generate
          </Button>
          <Button
            size="sm"
            className="max-md:h-10"
            disabled={password === ''}
            onClick={() => void copyText(password)}
          >
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
        <PasswordRules password={password} />
        <FormActions
          submitLabel="Create User"
          pendingLabel="Creating..."
          isPending={create.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
