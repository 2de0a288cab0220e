import { LoginPage } from '../../features/auth/login-page.tsx';
import { useScreenTitle } from '../screen-title.ts';

export function LoginRoute() {
  useScreenTitle('Log in');
  return <LoginPage />;
}
