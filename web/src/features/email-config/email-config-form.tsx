import { useRef } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Send } from 'lucide-react';
import { useForm, useWatch, type Control, type UseFormSetValue } from 'react-hook-form';
import {
  emailConfigSchema,
  type EmailConfig,
  type EmailStatus,
  type EmailSecurity,
  type EmailService,
} from '#domain/mail.ts';
import { useConfigureEmail, useTestEmail } from '../../data/admin/mutations.ts';
import { toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { IdentifierInput, Input, PasswordInput } from '../../ui/input.tsx';
import { Select, SelectField } from '../../ui/select.tsx';

/** The services of spec section 3. */
export const SERVICES: readonly { value: EmailService; label: string }[] = [
  { value: 'gmail', label: 'Gmail' },
  { value: 'outlook', label: 'Outlook' },
  { value: 'yahoo', label: 'Yahoo' },
  { value: 'custom', label: 'Custom' },
];

export function serviceLabel(service: EmailService | null): string {
  return SERVICES.find(({ value }) => value === service)?.label ?? 'Unknown';
}

export const SECURITIES: readonly { value: EmailSecurity; label: string }[] = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: 'None' },
];

/** The usual ports of mail servers. */
const USUAL_PORTS: Record<EmailSecurity, number> = { tls: 465, starttls: 587, none: 25 };

/** The port for a security; a port that was typed and is no usual one stays. */
export function portFor(security: EmailSecurity, typed: number | undefined): number {
  const isOwn = typed !== undefined && !Object.values(USUAL_PORTS).includes(typed);
  return isOwn ? typed : USUAL_PORTS[security];
}

/** The stored configuration, without the password. No service is selected at first. */
function defaultValues(status: EmailStatus | undefined): Partial<EmailConfig> {
  return {
    emailService: status?.emailService ?? undefined,
    emailUser: status?.emailUser ?? '',
    emailPass: '',
    emailHost: status?.emailHost ?? undefined,
    emailPort: status?.emailPort ?? undefined,
    emailSecurity: status?.emailSecurity ?? undefined,
  };
}

/** How to get the password that Gmail takes (spec section 2). */
function GmailHint() {
  return (
    <div className="rounded-base bg-accent-soft p-4 text-sm">
      <p className="font-medium">For Gmail you need an app password:</p>
      <ol className="mt-1.5 list-decimal space-y-1 pl-5">
        <li>Enable 2-factor authentication for your Google account</li>
        <li>Create a 16-character app password for Mail</li>
        <li>Enter it here instead of your own password</li>
      </ol>
    </div>
  );
}

type CustomServerProps = {
  control: Control<EmailConfig>;
  setValue: UseFormSetValue<EmailConfig>;
};

/**
 * The fields of a custom mail server. Unregistered when they are hidden, so that an invalid port that
 * is no longer visible does not block the form.
 */
function CustomServerFields({ control, setValue }: CustomServerProps) {
  const port = useWatch({ control, name: 'emailPort' });
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem_9rem]">
      <FormField control={control} name="emailHost" label="Host" shouldUnregister>
        {(field) => (
          <IdentifierInput {...field} value={field.value ?? ''} placeholder="smtp.example.com" />
        )}
      </FormField>
      <FormField control={control} name="emailPort" label="Port" shouldUnregister>
        {(field) => (
          <Input
            {...field}
            type="number"
            inputMode="numeric"
            min={1}
            max={65535}
            value={field.value ?? ''}
            onChange={({ target }) =>
              field.onChange(target.value === '' ? undefined : target.valueAsNumber)
            }
          />
        )}
      </FormField>
      <FormField control={control} name="emailSecurity" label="Security" shouldUnregister>
        {({ value, onChange, ref: _ref, name: _name, disabled: _disabled, ...field }) => (
          <Select
            {...field}
            value={value ?? ''}
            onValueChange={(next) => {
              // The placeholder's empty value is never chosen from the list.
              if (next === '') return;
              onChange(next);
              setValue('emailPort', portFor(next, port), { shouldValidate: true });
            }}
            options={SECURITIES}
            placeholder="Select"
          />
        )}
      </FormField>
    </div>
  );
}

type EmailConfigFormProps = {
  status: EmailStatus | undefined;
  /** The form is visible but disabled: only an administrator can use it. */
  isDenied: boolean;
};

/** Service, address and password. The stored password is never sent here: saving asks for it again. */
export function EmailConfigForm({ status, isDenied }: EmailConfigFormProps) {
  const { control, getValues, handleSubmit, setValue } = useForm<EmailConfig>({
    resolver: zodResolver(emailConfigSchema),
    defaultValues: defaultValues(status),
    shouldFocusError: false,
  });
  const form = useRef<HTMLFormElement>(null);
  // From top to bottom; react-hook-form's own order has host and port last.
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
      onSubmit={(event) =>
        void handleSubmit((config) => configure.mutate(config), focusFirstError)(event)
      }
    >
      <fieldset disabled={isDenied} className="flex min-w-0 flex-col gap-4">
        <SelectField
          control={control}
          name="emailService"
          label="Email Service"
          options={SERVICES}
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
      </fieldset>
    </form>
  );
}
