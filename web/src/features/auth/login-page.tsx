import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import type { LoginErrors } from '../../data/account/sign-in.ts';
import { userMessage } from '../../lib/errors.ts';
import { importChunk } from '../../lib/later.ts';
import { toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IdentifierInput, PasswordInput } from '../../ui/input.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { AuthLayout, type Registered } from './auth-layout.tsx';

const ForgotPasswordDialog = lazyDialog(
  async () => (await import('./forgot-password-dialog.tsx')).ForgotPasswordDialog,
);

function isRegistered(state: unknown): state is Registered {
  return typeof state === 'object' && state !== null && 'username' in state;
}

/**
 * Username and password; after a registration only the password has to be typed. What was typed stays
 * if the server refuses it. The one form without react-hook-form (docs/decisions/0038): it is rendered
 * before the code that checks and sends it is loaded.
 */
function LoginForm() {
  const [errors, setErrors] = useState<LoginErrors>({});
  const state: unknown = useLocation().state;
  const registered = isRegistered(state) ? state.username : undefined;
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (registered !== undefined) password.current?.focus();
    // Where nothing hovers, a keyboard would cover half of the screen.
    else if (matchMedia('(hover: hover)').matches) username.current?.focus();
  }, [registered]);
  const login = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      const { checkLogin, signIn } = await importChunk(
        () => import('../../data/account/sign-in.ts'),
      );
      const checked = checkLogin(Object.fromEntries(new FormData(form)));
      setErrors(checked.errors);
      if (!checked.credentials) {
        form.querySelector<HTMLElement>(`[name=${Object.keys(checked.errors)[0]}]`)?.focus();
        return 'invalid';
      }
      await signIn(checked.credentials);
      return 'signed-in';
    },
    onSuccess: (result) => {
      // A full load, so that nothing of a previous person is left in memory. At /share the address
      // holds what another app shared.
      if (result === 'signed-in')
        location.assign(location.pathname === '/share' ? location.href : '/');
    },
    onError: (error) => toastError(userMessage(error, 'Login failed')),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        login.mutate(event.currentTarget);
      }}
    >
      <Field label="Username" error={errors.username?.[0]}>
        {(control) => (
          <IdentifierInput
            {...control}
            ref={username}
            name="username"
            defaultValue={registered}
            autoComplete="username"
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.[0]}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={password}
            name="password"
            autoComplete="current-password"
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        isPending={login.isPending || login.data === 'signed-in'}
      >
        {login.isPending ? 'Logging in...' : 'Log In'}
      </Button>
    </form>
  );
}

/** /login (spec section 2). */
export function LoginPage() {
  const [isForgetful, setIsForgetful] = useState(false);
  return (
    <AuthLayout title="Welcome to Almanac" hint="Log in to your tasks, contacts and notes.">
      <LoginForm />
      <div className="mt-3 text-center">
        <Button variant="link" onClick={() => setIsForgetful(true)}>
          Forgot your password?
        </Button>
      </div>
      <p className="mt-5 border-t border-line pt-4 text-center text-soft">
        Don't have an account?{' '}
        <Link to="/register" className="font-medium text-accent-ink underline underline-offset-4">
          Register
        </Link>
      </p>
      {isForgetful ? <ForgotPasswordDialog onClose={() => setIsForgetful(false)} /> : null}
    </AuthLayout>
  );
}
