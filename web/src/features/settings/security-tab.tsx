import { AppPasswords } from './app-passwords.tsx';
import { SecondStep } from './second-step.tsx';
import { Sessions } from './sessions.tsx';

/** What opens the account besides its password: programs, and where one is signed in. */
export function SecurityTab() {
  return (
    <div className="flex flex-col gap-10">
      <SecondStep />
      <AppPasswords />
      <Sessions />
    </div>
  );
}
