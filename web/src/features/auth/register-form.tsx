import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { registerSchema } from '../../../../supabase/functions/_shared/domain/account.ts';
import { registerMutation } from '../../data/account/account.ts';
import { messageFor } from '../../lib/errors.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
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
      <Button type="submit" variant="primary" isPending={register.isPending}>
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
