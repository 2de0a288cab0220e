import type { StackContext } from '../context.ts';
import type { RateLimit } from './counter.ts';
import type { SigningKey } from '../tokens/signing-key.ts';
import { parseDuration } from './duration.ts';

/** How many wrong passwords for one account are let through (docs/decisions/0017-guessing-and-lock-out.md). */
type AttemptLimits = {
  /** From one network. */
  perNetwork: RateLimit;
  /** From all networks together that the account was never used from; beyond, the next two hold. */
  fromUnknown: RateLimit;
  perUnknownNetwork: RateLimit;
  /** From all networks of one site; only IPv6 has sites of more than one. */
  perUnknownSite: RateLimit;
};

export type AuthOptions = {
  /** 4 to 31, default 10 as GoTrue. Lower only where passwords protect nothing, as in tests. */
  bcryptCost?: number;
  attempts?: Partial<AttemptLimits>;
  /** Multiplies the requests an address may make: for many people, or tests, behind one address. */
  rateLimitFactor?: number;
};

export type AuthSettings = {
  issuer: string;
  jwtSecret: string;
  signingKey: SigningKey;
  /** Lifetime of access tokens in seconds. */
  accessTokenSeconds: number;
  rotation: boolean;
  /** Seconds in which a refresh token may be sent again, for clients that lost the answer. */
  reuseSeconds: number;
  minimumPasswordLength: number;
  passwordRequirements: StackContext['config']['auth']['password_requirements'];
  requireCurrentPassword: boolean;
  /** GoTrue's `secure_password_change`: a session older than a day may not change the password. */
  requireRecentSignIn: boolean;
  /** Seconds from sign-in, and from the last refresh, after which a session ends; may be Infinity. */
  timeboxSeconds: number;
  inactivitySeconds: number;
  /** Requests that one address may make in five minutes. */
  rateLimits: { signIn: number; refresh: number; verification: number };
  attempts: AttemptLimits;
  bcryptCost: number;
};

const DEFAULT_ATTEMPTS: AttemptLimits = {
  perNetwork: { attempts: 20, seconds: 15 * 60 },
  fromUnknown: { attempts: 100, seconds: 60 * 60 },
  perUnknownNetwork: { attempts: 3, seconds: 60 * 60 },
  perUnknownSite: { attempts: 30, seconds: 60 * 60 },
};

/** Reads [auth] of config.toml, as the stack parsed it. */
export function readSettings(
  context: Pick<StackContext, 'config' | 'publicUrl' | 'jwtSecret' | 'signingKey'>,
  options: AuthOptions,
): AuthSettings {
  const { auth } = context.config;
  const timebox = parseDuration(auth.sessions.timebox) || Infinity;
  const factor = options.rateLimitFactor ?? 1;
  const inactivity = parseDuration(auth.sessions.inactivity_timeout) || Infinity;
  return {
    issuer: `${context.publicUrl}/auth/v1`,
    jwtSecret: context.jwtSecret,
    signingKey: context.signingKey,
    accessTokenSeconds: auth.jwt_expiry,
    rotation: auth.enable_refresh_token_rotation,
    reuseSeconds: auth.refresh_token_reuse_interval,
    minimumPasswordLength: auth.minimum_password_length,
    passwordRequirements: auth.password_requirements,
    requireCurrentPassword: auth.email.require_current_password,
    requireRecentSignIn: auth.email.secure_password_change,
    timeboxSeconds: timebox,
    inactivitySeconds: inactivity,
    rateLimits: {
      signIn: auth.rate_limit.sign_in_sign_ups * factor,
      refresh: auth.rate_limit.token_refresh * factor,
      verification: auth.rate_limit.token_verifications * factor,
    },
    attempts: { ...DEFAULT_ATTEMPTS, ...options.attempts },
    bcryptCost: options.bcryptCost ?? 10,
  };
}
