import * as z from 'zod/mini';
import { log } from './log.ts';

/**
 * Settings as Supabase hands them to functions, SB_REGION on supabase.com alone; those from
 * TRUST_PROXY on are ours, and MAIL_ENCRYPTION_KEY and SITE_URL.
 * `Deno.env` is read at the call, so that tests of pure parts need no environment.
 */
type Setting =
  | 'SUPABASE_URL'
  | 'SUPABASE_PUBLISHABLE_KEYS'
  | 'SUPABASE_SECRET_KEYS'
  | 'SUPABASE_ANON_KEY'
  | 'SUPABASE_SERVICE_ROLE_KEY'
  | 'MAIL_ENCRYPTION_KEY'
  | 'SITE_URL'
  | 'SB_REGION'
  | 'TRUST_PROXY'
  | 'RATE_LIMIT_FACTOR'
  | 'REGISTRATION'
  | 'SETUP_CODE'
  | 'ADMIN_TWO_STEP';

/** The value of a setting, or undefined when it is not set or empty. */
export function optionalSetting(name: Setting): string | undefined {
  return Deno.env.get(name) || undefined;
}

const keysSchema = z.record(z.string(), z.string());

/**
 * A key of the API: `default` of the dictionary that Supabase hands to functions, or the first one in
 * it; without any, what the old name holds, which ends with 2026 on Supabase.
 */
function apiKey(
  dictionary: 'SUPABASE_PUBLISHABLE_KEYS' | 'SUPABASE_SECRET_KEYS',
  old: 'SUPABASE_ANON_KEY' | 'SUPABASE_SERVICE_ROLE_KEY',
): string {
  const text = optionalSetting(dictionary);
  if (text === undefined) return setting(old);
  const keys = parseKeys(text);
  if (keys === undefined) unusable(dictionary, 'a JSON object of keys by their names');
  // A container that was given no key of the new kind has an empty one under `default`.
  return keys?.['default'] || Object.values(keys ?? {}).find(Boolean) || setting(old);
}

/** Keys by their names; undefined for anything else. */
export function parseKeys(text: string): Record<string, string> | undefined {
  try {
    return z.safeParse(keysSchema, JSON.parse(text)).data;
  } catch {
    // Not JSON.
    return undefined;
  }
}

/** The key that anybody may know. */
export function publishableKey(): string {
  return apiKey('SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY');
}

/** The key of all rights. */
export function secretKey(): string {
  return apiKey('SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY');
}

/** The value of a setting the functions cannot work without; throws (answered as 500) if missing. */
export function setting(name: Setting): string {
  const value = optionalSetting(name);
  if (value === undefined) throw new Error(`${name} is not set for the edge functions`);
  return value;
}

const complained = new Set<Setting>();

/** A setting that cannot be used must not open anything: it is as if it were unset, and logged once. */
export function unusable(name: Setting, wanted: string): void {
  if (complained.has(name)) return;
  complained.add(name);
  log('error', `${name} must be ${wanted}; it is ignored`);
}

/** A number above 0 in plain digits; undefined for anything else. */
export function parseFactor(text: string): number | undefined {
  const factor = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  return factor > 0 && Number.isFinite(factor) ? factor : undefined;
}

/** By how much every rate limit is multiplied: RATE_LIMIT_FACTOR, or 1. */
export function rateLimitFactor(): number {
  const text = optionalSetting('RATE_LIMIT_FACTOR');
  if (text === undefined) return 1;
  const factor = parseFactor(text);
  if (factor === undefined) unusable('RATE_LIMIT_FACTOR', 'a number above 0');
  return factor ?? 1;
}
