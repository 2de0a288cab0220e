import { useRef } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Send } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { emailConfigSchema, type EmailConfig, type EmailStatus } from '#domain/mail.ts';
import { useConfigureEmail, useTestEmail } from '../../data/email-settings/mutations.ts';
import { toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { FormField, SelectField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { CustomServerFields } from './custom-server-fields.tsx';
import { GmailHint } from './gmail-hint.tsx';
import { services } from './services.ts';
import { startingValues } from './starting-values.ts';

/** Service, address and password. The stored password is never here: saving asks for it again. */
export function EmailConfigForm({ status }: { status: EmailStatus | undefined }) {
  const { control, getValues, handleSubmit, setValue } = useForm<EmailConfig>({
    resolver: zodResolver(emailConfigSchema),
    defaultValues: startingValues(status),
    shouldFocusError: false,
  });
  const form = useRef<HTMLFormElement>(null);
  // From top to bottom; by itself the form would pass over the fields that came late, host and port.
  const focusFirstError = () => {
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  const service = useWatch({ control, name: 'emailService' });
  const configure = useConfigureEmail();
  const testing = useTestEmail();
  const isBusy = configure.isPending || testing.isPending;

  function sendTest() {
    const { emailUser, emailPass } = getValues();
    if (emailUser.trim() === '' || emailPass === '') {
      toastError('Please fill in email and password before testing', 'Missing Information');
      return;
    }
    void handleSubmit((config) => testing.mutate(config), focusFirstError)();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Email configuration"
      className="flex flex-col gap-4 rounded-base border border-line bg-surface p-4 shadow-card sm:p-6"
      onSubmit={(event) =>
        void handleSubmit((config) => configure.mutate(config), focusFirstError)(event)
      }
    >
      <SelectField
        control={control}
        name="emailService"
        label="Email Service"
        options={services}
        placeholder="Select an email service"
      />
      {service === 'gmail' ? <GmailHint /> : null}
      {service === 'custom' ? <CustomServerFields control={control} setValue={setValue} /> : null}
      <FormField control={control} name="emailUser" label="Email Address">
        {(field) => <Input {...field} type="email" autoComplete="off" />}
      </FormField>
      <FormField
        control={control}
        name="emailPass"
        label="Password (App Password for Gmail)"
        hint={
          status?.configured
            ? 'The stored password is never shown. Saving asks for it again.'
            : undefined
        }
      >
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      <div className="mt-2 flex flex-wrap gap-2 *:flex-1 sm:*:flex-none">
        <Button type="submit" variant="primary" isPending={configure.isPending} disabled={isBusy}>
          {configure.isPending ? 'Saving...' : 'Save Configuration'}
        </Button>
        <Button isPending={testing.isPending} disabled={isBusy} onClick={sendTest}>
          {testing.isPending ? null : <Send aria-hidden />}
          {testing.isPending ? 'Testing...' : 'Test'}
        </Button>
      </div>
    </form>
  );
}
