import { useMutation, useQuery } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { registerSchema } from '#domain/account.ts';
import {
  registerMutation,
  invitationQuery,
  registrationQuery,
  type Invitation,
  type Registration,
} from '../../data/account/account.ts';
import { codeOf, loadFailureText, userMessage, showRefusal } from '../../lib/errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { IdentifierInput, Input, PasswordInput } from '../../ui/input.tsx';
import { ErrorState, Loading, Warning } from '../../ui/states.tsx';
import { AuthLayout, type Registered } from './auth-layout.tsx';
import { registrationAccess, useInvitation, type RegistrationForm } from './registration-access.ts';

const setupSchema = z.extend(registerSchema, {
  setupCode: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter the setup code'),
      z.maxLength(100, 'The setup code is not right'),
    ),
});

/** The field that each error of the server is about; `root` is shown above the button. */
const FIELDS = {
  username_taken: 'username',
  email_taken: 'email',
  setup_code_required: 'setupCode',
  setup_code_wrong: 'setupCode',
  invitation_invalid: 'root',
  invitation_required: 'root',
  registration_closed: 'root',
} as const;

type RegisterFormProps = RegistrationForm & {
  /** The server requires something that this form has no field for. */
  onRulesChanged: () => void;
};

/** Creates an account and goes to /login. What was typed stays if the server refuses it. */
function RegisterForm(props: RegisterFormProps) {
  const { needsSetupCode, invitation, email, isInvitationInvalid, onRulesChanged } = props;
  const navigate = useNavigate();
  const { control, formState, handleSubmit, setError } = useForm({
    resolver: zodResolver(needsSetupCode ? setupSchema : registerSchema),
    defaultValues: { setupCode: '', username: '', email, password: '' },
  });
  const register = useMutation({
    ...registerMutation,
    onSuccess: async (_answer, { username }) => {
      toast({ title: 'Success', description: 'Account created successfully' });
      await navigate('/login', { state: { username } satisfies Registered });
    },
    onError: (error) => {
      toastError(userMessage(error, 'Registration failed'));
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
            <IdentifierInput
              {...field}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              placeholder="XXXX-XXXX-XXXX-XXXX"
            />
          )}
        </FormField>
      ) : null}
      <FormField control={control} name="username" label="Username">
        {(field) => <IdentifierInput {...field} autoComplete="username" />}
      </FormField>
      <FormField
        control={control}
        name="email"
        label="Email (Optional)"
        hint="Only used if you forget your password."
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

const TITLE = 'Create your account';
const HINT = 'A username and a password are all it takes.';

const NOTICES = {
  closed: {
    title: 'Registration is closed',
    hint: 'Ask an administrator of this installation for an account.',
  },
  'by-invitation': {
    title: 'Registration is by invitation',
    hint: 'Ask an administrator of this installation for a link.',
  },
  'invalid-invitation': {
    title: 'This invitation is not valid',
    hint: 'It may have been used or have expired. Ask for a new one.',
  },
};

function SignInInstead() {
  return (
    <p className="text-center text-soft not-first:mt-5 not-first:border-t not-first:border-line not-first:pt-4">
      Already have an account?{' '}
      <Link to="/login" className="font-medium text-accent-ink underline underline-offset-4">
        Log In
      </Link>
    </p>
  );
}

type AnsweredProps = {
  registration: Registration;
  token: string | undefined;
  invitation: Invitation | undefined;
  askAgain: () => void;
};

/** The form, or a notice why there is none. */
function Answered({ registration, token, invitation, askAgain }: AnsweredProps) {
  const access = registrationAccess(registration, token, invitation);
  if (access.kind !== 'form') {
    return (
      <AuthLayout {...NOTICES[access.kind]}>
        <SignInInstead />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={TITLE}
      hint={access.needsSetupCode ? 'The first account administers this installation.' : HINT}
    >
      <RegisterForm {...access} onRulesChanged={askAgain} />
      <SignInInstead />
    </AuthLayout>
  );
}

/** /register (spec section 2): the form for whoever may register, else what to do instead. */
export function RegisterPage() {
  const token = useInvitation();
  const registration = useQuery(registrationQuery);
  const invitation = useQuery({ ...invitationQuery(token ?? ''), enabled: token !== undefined });
  const asked = token === undefined ? [registration] : [registration, invitation];
  const failed = asked.filter(({ isLoadingError }) => isLoadingError);
  const isAnswered = asked.every(({ data }) => data !== undefined);
  if (registration.data && isAnswered) {
    return (
      <Answered
        registration={registration.data}
        token={token}
        invitation={invitation.data}
        askAgain={() => void registration.refetch()}
      />
    );
  }
  // No skeleton of the form: the answer may be a notice of another height.
  if (failed.length === 0) {
    return (
      <main className="flex flex-1">
        <h1 className="sr-only">{TITLE}</h1>
        <Loading />
      </main>
    );
  }
  return (
    <AuthLayout title={TITLE} hint={HINT}>
      <ErrorState
        className="py-4"
        title="The form could not be loaded"
        message={loadFailureText(failed[0]?.error)}
        isRetrying={asked.some(({ isFetching }) => isFetching)}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
      />
      <SignInInstead />
    </AuthLayout>
  );
}
