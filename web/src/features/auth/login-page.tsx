import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { LoginForm } from './login-form.tsx';

const ForgotPasswordDialog = late(
  async () => (await import('./forgot-password-dialog.tsx')).ForgotPasswordDialog,
  { onMissing: ({ onOpenChange }) => onOpenChange(false) },
);

/** /login (spec section 2). */
export function LoginPage() {
  const [isForgetful, setIsForgetful] = useState(false);
  return (
    <AuthLayout title="Welcome to Almanac" hint="Sign in to your tasks, contacts and notes.">
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
      {isForgetful ? <ForgotPasswordDialog open onOpenChange={setIsForgetful} /> : null}
    </AuthLayout>
  );
}
