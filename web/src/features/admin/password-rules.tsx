import { clsx } from 'clsx';
import { Check, Dot } from 'lucide-react';

/** The rules of `adminResetPasswordSchema`, as a list that is checked while typing. */
const RULES = [
  { text: 'At least 8 characters', isMet: (password: string) => password.length >= 8 },
  { text: 'One uppercase letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { text: 'One lowercase letter', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { text: 'One number', isMet: (password: string) => /[0-9]/.test(password) },
];

/** The rules for a password that an administrator chooses, below the field for it. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul aria-label="Password rules" className="grid gap-1 text-xs sm:grid-cols-2">
      {RULES.map(({ text, isMet }) => {
        const isChecked = isMet(password);
        const Mark = isChecked ? Check : Dot;
        return (
          <li
            key={text}
            className={clsx(
              'flex items-center gap-1.5',
              isChecked ? 'font-medium text-success-ink' : 'text-soft',
            )}
          >
            <Mark aria-hidden className="size-4 shrink-0" />
            {text}
            {isChecked ? <span className="sr-only">: met</span> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Letters and digits that cannot be confused; without vowels, so that no words appear. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZbcdfghjkmnpqrstvwxz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** The largest multiple of the alphabet's length in a byte: above it some letters would be more likely. */
const BYTE_LIMIT = 256 - (256 % ALPHABET.length);

function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count))) {
      if (byte < BYTE_LIMIT && text.length < count) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

/** A password of 88 random bits, in groups that can be read out, that meets the rules. */
export function generatePassword(): string {
  for (;;) {
    const groups = Array.from({ length: GROUPS }, () => randomLetters(GROUP_LENGTH));
    const password = groups.join('-');
    if (RULES.every(({ isMet }) => isMet(password))) return password;
  }
}
