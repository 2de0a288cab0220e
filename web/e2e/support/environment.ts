/** A variable that the global set-up gives; its absence is a mistake in how the tests were started. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests by npm run test:e2e`);
  return value;
}

/** Where the Supabase under test answers, and its two keys. */
export const environment = {
  get url() {
    return required('ALMANAC_URL');
  },
  get publishableKey() {
    return required('ALMANAC_PUBLISHABLE_KEY');
  },
  get secretKey() {
    return required('ALMANAC_SECRET_KEY');
  },
};
