/** Letters and digits that are not mistaken for one another; without a vowel there are no words. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZbcdfghjkmnpqrstvwxz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** The largest multiple of the alphabet's length in a byte: above it some letters would be likelier. */
const FAIR = 256 - (256 % ALPHABET.length);

function letters(count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(count))) {
      if (byte < FAIR && text.length < count) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

/** 88 random bits in groups that can be read out, by the rules of an administrator's reset. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: GROUPS }, () => letters(GROUP_LENGTH)).join('-');
    if (/[A-Z]/.test(password) && /[a-z]/.test(password) && /[0-9]/.test(password)) return password;
  }
}
