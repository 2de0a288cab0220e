import { Link } from 'react-router-dom';
import { AuthLayout } from './auth-layout.tsx';
import { RegisterForm } from './register-form.tsx';

/** /register (spec section 2). */
export function RegisterPage() {
  return (
    <AuthLayout title="Create your account" hint="A username and a password are all it takes.">
      <RegisterForm />
      <p className="mt-5 border-t border-line pt-4 text-center text-soft">
        Already have an account?{' '}
        <Link to="/login" className="font-medium text-accent-ink underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </AuthLayout>
  );
}
