/**
 * Takes the place of `@supabase/storage-js` in the bundle (vite.config.ts): Almanac keeps no files.
 * supabase-js makes one of these for each client and never uses it.
 */
export class StorageClient {
  readonly isAbsent = true;
}

/** Checked for by supabase-js with `instanceof`; nothing is one. */
export class StorageApiError extends Error {}
