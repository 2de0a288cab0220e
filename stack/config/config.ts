import { readFile } from 'node:fs/promises';
import { parse, TomlError } from 'smol-toml';
import * as z from 'zod';

const perFiveMinutes = (fallback: number) => z.number().int().positive().default(fallback);

/** "8h30m", "90m", "45s" as the Supabase CLI writes durations (Go syntax); "0s" means no limit. */
const duration = z
  .string()
  .regex(/^(\d+(\.\d+)?(h|m|s|ms))+$/, 'a duration such as "24h", "90m" or "30s"');

/** What the stack reads of supabase/config.toml; everything else in the file is left to the CLI. */
const schema = z.object({
  api: z
    .object({
      schemas: z.array(z.string()).default(['public']),
      max_rows: z.number().int().positive().default(1000),
    })
    .prefault({}),
  auth: z
    .object({
      site_url: z.string().default('http://localhost:3000'),
      /** Seconds an access token lives. */
      jwt_expiry: z.number().int().min(60).max(604_800).default(3600),
      enable_signup: z.boolean().default(true),
      enable_refresh_token_rotation: z.boolean().default(true),
      /** Seconds for which a refresh token that was just used is accepted once more. */
      refresh_token_reuse_interval: z.number().int().min(0).default(10),
      minimum_password_length: z.number().int().min(6).max(72).default(6),
      password_requirements: z
        .enum([
          '',
          'letters_digits',
          'lower_upper_letters_digits',
          'lower_upper_letters_digits_symbols',
        ])
        .default(''),
      /** Requests from one address in five minutes. */
      rate_limit: z
        .object({
          sign_in_sign_ups: perFiveMinutes(30),
          token_refresh: perFiveMinutes(150),
          token_verifications: perFiveMinutes(30),
        })
        .prefault({}),
      email: z
        .object({
          enable_signup: z.boolean().default(true),
          secure_password_change: z.boolean().default(false),
          require_current_password: z.boolean().default(false),
        })
        .prefault({}),
      sessions: z
        .object({ timebox: duration.default('0s'), inactivity_timeout: duration.default('0s') })
        .prefault({}),
    })
    .prefault({}),
  functions: z
    .record(
      z.string(),
      z.object({ enabled: z.boolean().default(true), verify_jwt: z.boolean().default(true) }),
    )
    .default({}),
});

/** supabase/config.toml with the CLI's defaults filled in; keys are spelled as in the file. */
export type SupabaseConfig = z.infer<typeof schema>;

/** A config.toml the stack cannot use; the message names the file and the place in it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Parses the text of a config.toml. `file` is only named in errors.
 * @throws ConfigError with line and column, or with the path of each unusable key.
 */
export function parseConfig(text: string, file = 'supabase/config.toml'): SupabaseConfig {
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.replace('Invalid TOML document: ', '').split('\n');
    throw new ConfigError(`${file}:${error.line}:${error.column}: ${reason}`);
  }
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(`${file}: ${issues.join('; ')}`);
}

/** Reads and parses a config.toml. @throws ConfigError also if the file cannot be read. */
export async function loadConfig(file: string): Promise<SupabaseConfig> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${file} cannot be read`, { cause: error });
  }
  return parseConfig(text, file);
}
