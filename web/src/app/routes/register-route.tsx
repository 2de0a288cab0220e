import { RegisterPage } from '../../features/auth/register-page.tsx';
import { useScreenTitle } from '../screen-title.ts';

export function RegisterRoute() {
  useScreenTitle('Register');
  return <RegisterPage />;
}
