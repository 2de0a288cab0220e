import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DatabaseConnection, StackContext } from '../../stack/context.ts';
import { databaseUrl, secretKey, startProgram, type Program } from './program.ts';

const run = promisify(execFile);

/** What GoTrue is started with; the keys are those of a stack. */
export type GoTrueOptions = Pick<StackContext, 'jwtSecret' | 'signingKey' | 'config'> & {
  /** Of the binary. */
  program: string;
  /** As supabase_auth_admin. */
  database: DatabaseConnection;
  siteUrl: string;
  /** Multiplies what one address may ask for. */
  rateLimitFactor?: number;
};

/** The keys of a stack: ES256 signs, HS256 tokens are still taken. */
function keySet(options: GoTrueOptions): string {
  const { privateKey, jwk } = options.signingKey;
  const signing = { ...jwk, ...privateKey.export({ format: 'jwk' }), key_ops: ['sign', 'verify'] };
  return JSON.stringify([signing, secretKey(options)]);
}

/** The settings of config.toml by GoTrue's names, as the Supabase CLI hands them over. */
function environment(options: GoTrueOptions, port: number): Record<string, string> {
  const { auth } = options.config;
  const { rateLimitFactor = 1 } = options;
  const limit = (perFiveMinutes: number) => String(perFiveMinutes * rateLimitFactor);
  const settings: Record<string, string> = {
    GOTRUE_API_HOST: '127.0.0.1',
    GOTRUE_API_PORT: String(port),
    PORT: String(port),
    API_EXTERNAL_URL: `${options.siteUrl}/auth/v1`,
    GOTRUE_DB_DRIVER: 'postgres',
    DATABASE_URL: databaseUrl(options.database),
    // Without a bound, which is the default, it takes all the connections that the database has.
    GOTRUE_DB_MAX_POOL_SIZE: '10',
    GOTRUE_DB_MAX_IDLE_POOL_SIZE: '10',
    GOTRUE_SITE_URL: options.siteUrl,
    GOTRUE_JWT_SECRET: options.jwtSecret,
    GOTRUE_JWT_KEYS: keySet(options),
    GOTRUE_JWT_VALID_METHODS: 'HS256,ES256',
    GOTRUE_JWT_EXP: String(auth.jwt_expiry),
    GOTRUE_JWT_AUD: 'authenticated',
    GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
    GOTRUE_JWT_ADMIN_ROLES: 'service_role',
    GOTRUE_JWT_ISSUER: `${options.siteUrl}/auth/v1`,
    GOTRUE_DISABLE_SIGNUP: 'true',
    GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true',
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'false',
    GOTRUE_PASSWORD_MIN_LENGTH: String(auth.minimum_password_length),
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: String(
      auth.email.require_current_password,
    ),
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: String(auth.enable_refresh_token_rotation),
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: String(auth.refresh_token_reuse_interval),
    GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: auth.sessions.inactivity_timeout,
    // The first address, which the gateway has written; signed-in functions name the visitor's.
    GOTRUE_RATE_LIMIT_HEADER: 'X-Forwarded-For',
    GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: 'true',
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: limit(auth.rate_limit.token_refresh),
    GOTRUE_RATE_LIMIT_VERIFY: limit(auth.rate_limit.token_verifications),
    GOTRUE_RATE_LIMIT_OTP: limit(auth.rate_limit.sign_in_sign_ups),
    GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: limit(15),
    GOTRUE_MFA_TOTP_ENROLL_ENABLED: 'true',
    GOTRUE_MFA_TOTP_VERIFY_ENABLED: 'true',
    GOTRUE_LOG_LEVEL: 'warn',
  };
  // Whoever runs this may try other settings; an empty one is none.
  for (const [name, value] of Object.entries(process.env)) {
    if (!name.startsWith('GOTRUE_')) continue;
    if (value) settings[name] = value;
    else delete settings[name];
  }
  return settings;
}

/** Lets GoTrue make its tables in the schema `auth`, or bring them up to date. */
export async function migrate(program: string, database: DatabaseConnection): Promise<void> {
  // It insists on settings that its migrations do not read.
  const unread = { SITE_URL: 'http://localhost', JWT_SECRET: 'unread', DB_DRIVER: 'postgres' };
  const settings = Object.entries(unread).map(([name, value]) => [`GOTRUE_${name}`, value]);
  await run(program, ['migrate'], {
    env: {
      ...Object.fromEntries(settings),
      API_EXTERNAL_URL: 'http://localhost',
      DATABASE_URL: databaseUrl(database),
    },
  });
}

/** GoTrue's version, as it says itself. */
export async function versionOf(program: string): Promise<string> {
  const { stdout } = await run(program, ['version']);
  return stdout.trim();
}

/** Starts GoTrue on a free port of this machine; its tables must have been made. */
export async function startGoTrue(options: GoTrueOptions): Promise<Program> {
  return startProgram([options.program, 'serve'], '/health', (port) => environment(options, port));
}
