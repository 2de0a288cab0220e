import { clsx } from 'clsx';
import { Check, Dot } from 'lucide-react';

/** What `adminResetPasswordSchema` asks for, as a list that is ticked off while typing. */
const rules = [
  { text: 'At least 8 characters', isMet: (password: string) => password.length >= 8 },
  { text: 'One uppercase letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { text: 'One lowercase letter', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { text: 'One number', isMet: (password: string) => /[0-9]/.test(password) },
];

export function PasswordRules({ password }: { password: string }) {
  return (
    <ul aria-label="Password rules" className="grid gap-1 text-xs sm:grid-cols-2">
      {rules.map(({ text, isMet }) => {
        const isTicked = isMet(password);
        const Mark = isTicked ? Check : Dot;
        return (
          <li
            key={text}
            className={clsx(
              'flex items-center gap-1.5',
              isTicked ? 'font-medium text-success-ink' : 'text-soft',
            )}
          >
            <Mark aria-hidden className="size-4 shrink-0" />
            {text}
            {isTicked ? <span className="sr-only">: met</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
