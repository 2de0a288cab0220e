function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the tests talk to a Supabase by URL and keys.`);
  return value;
}

/** The Supabase under test, from the environment: base URL without a trailing slash, and its keys. */
export const supabase = {
  get url() {
    return required('ALMANAC_URL').replace(/\/$/, '');
  },
  get publishableKey() {
    return required('ALMANAC_PUBLISHABLE_KEY');
  },
  get secretKey() {
    return required('ALMANAC_SECRET_KEY');
  },
};

/** Connection string of the database behind it, for tests/database only. */
export function databaseUrl(): string {
  return required('ALMANAC_DATABASE_URL');
}
