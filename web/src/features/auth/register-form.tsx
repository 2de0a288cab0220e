import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { registerSchema } from '#domain/account.ts';
import { registerMutation } from '../../data/account/account.ts';
import { codeOf, messageFor } from '../../lib/errors.ts';
import { showRefusal } from '../../lib/form-errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Warning } from '../../ui/warning.tsx';

const setupSchema = z.extend(registerSchema, {
  setupCode: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter the setup code'),
      z.maxLength(100, 'The setup code is not right'),
    ),
});

/** Which field a refusal of the server is about; `root` stands above the button. */
const FIELDS = {
  username_taken: 'username',
  email_taken: 'email',
  setup_code_required: 'setupCode',
  setup_code_wrong: 'setupCode',
  invitation_invalid: 'root',
  invitation_required: 'root',
  registration_closed: 'root',
} as const;

type Props = {
  needsSetupCode: boolean;
  invitation: string | undefined;
  /** Where the invitation was sent. */
  email: string;
  isInvitationInvalid: boolean;
  /** The server asks for something that this form has no field for. */
  onRulesChanged: () => void;
};

/** Makes an account and goes to /login. What was typed stays when the server refuses it. */
export function RegisterForm(props: Props) {
  const { needsSetupCode, invitation, email, isInvitationInvalid, onRulesChanged } = props;
  const navigate = useNavigate();
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(needsSetupCode ? setupSchema : registerSchema),
    defaultValues: { setupCode: '', username: '', email, password: '' },
  });
  const register = useMutation({
    ...registerMutation,
    onSuccess: async () => {
      toast({ title: 'Success', description: 'Account created successfully' });
      await navigate('/login');
    },
    onError: (error) => {
      toastError(messageFor(error, 'Registration failed'));
      showRefusal(error, setError, FIELDS);
      if (codeOf(error) === 'setup_code_required') onRulesChanged();
    },
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) =>
        void handleSubmit(({ setupCode, ...account }) =>
          register.mutate({
            ...account,
            ...(invitation && { invitation }),
            ...(needsSetupCode && { setupCode }),
          }),
        )(event)
      }
    >
      {isInvitationInvalid ? (
        <Warning>Your invitation is not valid, but you can register without one.</Warning>
      ) : null}
      {needsSetupCode ? (
        <FormField
          control={control}
          name="setupCode"
          label="Setup code"
          hint="Printed by the server when it starts, beside “ready”."
        >
          {(field) => (
            <Input
              {...field}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              placeholder="XXXX-XXXX-XXXX-XXXX"
            />
          )}
        </FormField>
      ) : null}
      <FormField control={control} name="username" label="Username">
        {(field) => (
          <Input
            {...field}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="email"
        label="Email (Optional)"
        hint="Only used to send you a temporary password."
      >
        {(field) => (
          <Input {...field} value={field.value ?? ''} type="email" autoComplete="email" />
        )}
      </FormField>
      <FormField control={control} name="password" label="Password">
        {(field) => <PasswordInput {...field} autoComplete="new-password" />}
      </FormField>
      {formState.errors.root?.message ? (
        <FieldError>{formState.errors.root.message}</FieldError>
      ) : null}
      <Button type="submit" variant="primary" isPending={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
