import { AuthError, invalid } from './errors.ts';
import { MAX_PASSWORD_BYTES } from './hasher.ts';
import type { AuthSettings } from './settings.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

// The character sets that the Supabase CLI gives GoTrue for each name.
const REQUIRED: Record<AuthSettings['passwordRequirements'], readonly string[]> = {
  '': [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
};

type Rules = Pick<AuthSettings, 'minimumPasswordLength' | 'passwordRequirements'>;

/** What makes `password` weak under the configured rules, in GoTrue's words; undefined if nothing. */
export function weakness(
  password: string,
  rules: Rules,
): { message: string; reasons: string[] } | undefined {
  const reasons: string[] = [];
  const messages: string[] = [];
  if (Buffer.byteLength(password) < rules.minimumPasswordLength) {
    reasons.push('length');
    messages.push(`Password should be at least ${rules.minimumPasswordLength} characters.`);
  }
  const sets = REQUIRED[rules.passwordRequirements];
  if (sets.some((set) => !Array.from(password).some((character) => set.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${sets.join(', ')}.`);
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : undefined;
}

/** Throws 400 validation_failed beyond bcrypt's 72 bytes and 422 weak_password for a weak one. */
export function assertStrong(password: string, rules: Rules): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  }
  const weak = weakness(password, rules);
  if (weak) throw new AuthError(422, 'weak_password', weak.message, { weakReasons: weak.reasons });
}
