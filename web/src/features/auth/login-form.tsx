import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { loginSchema } from '../../../../supabase/functions/_shared/domain/account.ts';
import { signInMutation } from '../../data/account/account.ts';
import { messageFor } from '../../lib/errors.ts';
import { toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from './password-input.tsx';

/** Username and password. What was typed stays when the server refuses it. */
export function LoginForm() {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  });
  const login = useMutation({
    ...signInMutation,
    // A full load, so that nothing of whoever used this tab before is left in memory.
    onSuccess: () => location.assign('/'),
    onError: (error) => toastError(messageFor(error, 'Login failed')),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit((values) => login.mutate(values))(event)}
    >
      <Controller
        name="username"
        control={control}
        render={({ field, fieldState }) => (
          <Field label="Username" error={fieldState.error?.message}>
            {(joined) => (
              <Input
                {...field}
                {...joined}
                autoComplete="username"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
              />
            )}
          </Field>
        )}
      />
      <Controller
        name="password"
        control={control}
        render={({ field, fieldState }) => (
          <Field label="Password" error={fieldState.error?.message}>
            {(joined) => <PasswordInput {...field} {...joined} autoComplete="current-password" />}
          </Field>
        )}
      />
      <Button type="submit" variant="primary" isPending={login.isPending || login.isSuccess}>
        {login.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
