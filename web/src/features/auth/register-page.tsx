import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import {
  invitationQuery,
  registrationQuery,
  type Invitation,
  type Registration,
} from '../../data/account/registration.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { RegisterForm } from './register-form.tsx';
import { registrationAccess } from './registration-access.ts';
import { useInvitation } from './use-invitation.ts';

const TITLE = 'Create your account';
const HINT = 'A username and a password are all it takes.';

const notices = {
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
        Sign in
      </Link>
    </p>
  );
}

function FormSkeleton() {
  return (
    <output aria-label="Loading the form" className="flex flex-col gap-4">
      {['Username', 'Email', 'Password'].map((field) => (
        <span key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-10 md:h-9" />
        </span>
      ))}
      <Skeleton className="h-10 md:h-9" />
    </output>
  );
}

type AnsweredProps = {
  registration: Registration;
  token: string | undefined;
  invitation: Invitation | undefined;
  askAgain: () => void;
};

/** What the server's answers leave open to whoever came. */
function Answered({ registration, token, invitation, askAgain }: AnsweredProps) {
  const access = registrationAccess(registration, token, invitation);
  if (access.kind !== 'form') {
    return (
      <AuthLayout {...notices[access.kind]}>
        <SignInInstead />
      </AuthLayout>
    );
  }
  const { kind: _kind, ...form } = access;
  return (
    <AuthLayout
      title={TITLE}
      hint={form.needsSetupCode ? 'The first account administers this installation.' : HINT}
    >
      <RegisterForm {...form} onRulesChanged={askAgain} />
      <SignInInstead />
    </AuthLayout>
  );
}

/** /register (spec section 2): a form for whoever may use it, else what to do instead. */
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
  return (
    <AuthLayout title={TITLE} hint={HINT}>
      {failed.length > 0 ? (
        <ErrorState
          className="py-4"
          title="The form could not be loaded"
          message={loadFailureText(failed[0]?.error)}
          isRetrying={asked.some(({ isFetching }) => isFetching)}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      ) : (
        <FormSkeleton />
      )}
      <SignInInstead />
    </AuthLayout>
  );
}
