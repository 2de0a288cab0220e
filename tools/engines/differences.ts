/**
 * Tests that fail with Supabase's own service in the place of the stack's, by their names, and why
 * that stays so. One that passes all the same is to leave this list. docs/engines.md says more.
 */
export const DIFFERENCES: Record<'gotrue', Record<string, string>> = {
  gotrue: {
    'design §4 lock-out: /auth/v1/token: 200 wrong passwords from one address, and the owner signs in from a known and from a new address':
      'GoTrue counts requests of an address, not wrong passwords of an account',
    'design §4 lock-out: /auth/v1/token: 200 wrong passwords from ten addresses, and the owner signs in from a known and from a new address':
      'GoTrue counts requests of an address, not wrong passwords of an account',
    'design §4: answers are alike, and as quick, for accounts that do not exist':
      'GoTrue hashes no password for an account that does not exist',
    'design §6: neither database nor logs hold a password, a token or a key in clear':
      'GoTrue stores refresh tokens as they are, unless told to use those of version 2',
  },
};
