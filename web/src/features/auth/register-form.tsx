import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { registerSchema } from '../../../../supabase/functions/_shared/domain/account.ts';
import { registerMutation } from '../../data/account/account.ts';
import { messageFor } from '../../lib/errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

/** Makes an account and goes to /login. What was typed stays when the server refuses it. */
export function RegisterForm() {
  const navigate = useNavigate();
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { username: '', email: '', password: '' },
  });
  const register = useMutation({
    ...registerMutation,
    onSuccess: async () => {
      toast({ title: 'Success', description: 'Account created successfully' });
      await navigate('/login');
    },
    onError: (error) => toastError(messageFor(error, 'Registration failed')),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit((values) => register.mutate(values))(event)}
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
        name="email"
        control={control}
        render={({ field, fieldState }) => (
          <Field
            label="Email (Optional)"
            hint="Only used to send you a temporary password."
            error={fieldState.error?.message}
          >
            {(joined) => (
              <Input
                {...field}
                {...joined}
                value={field.value ?? ''}
                type="email"
                autoComplete="email"
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
            {(joined) => <PasswordInput {...field} {...joined} autoComplete="new-password" />}
          </Field>
        )}
      />
      <Button type="submit" variant="primary" isPending={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
