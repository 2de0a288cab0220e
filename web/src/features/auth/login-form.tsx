import { useState, type SyntheticEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { signInMutation } from '../../data/account/account.ts';
import { messageFor } from '../../lib/errors.ts';
import { latePart } from '../../lib/late-part.ts';
import { toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

type Errors = { username?: string[] | undefined; password?: string[] | undefined };

/**
 * Username and password. What was typed stays when the server refuses it. The one form without
 * react-hook-form: two fields that must stand before anything else of the app is fetched.
 */
export function LoginForm() {
  const [errors, setErrors] = useState<Errors>({});
  const login = useMutation({
    ...signInMutation,
    // A full load, so that nothing of whoever used this tab before is left in memory.
    onSuccess: () => location.assign('/'),
    onError: (error) => toastError(messageFor(error, 'Login failed')),
  });
  const submit = async (form: HTMLFormElement) => {
    const { checkLogin } = await latePart(() => import('./check-login.ts'));
    const checked = checkLogin(Object.fromEntries(new FormData(form)));
    setErrors(checked.errors);
    if (checked.credentials) login.mutate(checked.credentials);
    else form.querySelector<HTMLElement>(`[name=${Object.keys(checked.errors)[0]}]`)?.focus();
  };
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(event.currentTarget).catch((error: unknown) =>
      toastError(messageFor(error, 'Login failed')),
    );
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
      <Field label="Username" error={errors.username?.[0]}>
        {(joined) => (
          <Input
            {...joined}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.[0]}>
        {(joined) => <PasswordInput {...joined} name="password" autoComplete="current-password" />}
      </Field>
      <Button type="submit" variant="primary" isPending={login.isPending || login.isSuccess}>
        {login.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
