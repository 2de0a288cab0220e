import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { LoginForm } from './login-form.tsx';

const ForgotPasswordDialog = lazy(async () => {
  const { ForgotPasswordDialog: component } = await import('./forgot-password-dialog.tsx');
  return { default: component };
});

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
      {isForgetful ? (
        <Suspense fallback={null}>
          <ForgotPasswordDialog open onOpenChange={setIsForgetful} />
        </Suspense>
      ) : null}
    </AuthLayout>
  );
}
