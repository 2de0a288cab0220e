import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import type { StackContext } from '../../stack/context.ts';
import { readSigningKey } from '../../stack/tokens/signing-key.ts';

const run = promisify(execFile);

/** What GoTrue is started with; the keys are those of a stack. */
export type GoTrueOptions = Pick<StackContext, 'jwtSecret' | 'config'> & {
  /** Of the binary. */
  program: string;
  /** As supabase_auth_admin, in whose schema `auth` its migrations make their tables. */
  databaseUrl: string;
  /** PKCS #8 as base64, as in secrets.json. */
  signingKey: string;
  siteUrl: string;
};

export type GoTrue = AsyncDisposable & { url: string };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function keySet(options: GoTrueOptions): string {
  const { privateKey, jwk } = readSigningKey(options.signingKey);
  const signing = { ...privateKey.export({ format: 'jwk' }), kid: jwk.kid, alg: 'ES256' };
  const secret = Buffer.from(options.jwtSecret).toString('base64url');
  return JSON.stringify([
    { ...signing, use: 'sig', key_ops: ['sign', 'verify'] },
    { kty: 'oct', k: secret, kid: 'secret', alg: 'HS256', key_ops: ['verify'] },
  ]);
}

/** The settings of config.toml by GoTrue's names, as the Supabase CLI hands them over. */
function environment(options: GoTrueOptions, port: number): Record<string, string> {
  const { auth } = options.config;
  return {
    GOTRUE_API_HOST: '127.0.0.1',
    GOTRUE_API_PORT: String(port),
    PORT: String(port),
    API_EXTERNAL_URL: `${options.siteUrl}/auth/v1`,
    GOTRUE_DB_DRIVER: 'postgres',
    DATABASE_URL: options.databaseUrl,
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
    GOTRUE_LOG_LEVEL: 'warn',
  };
}

/** Lets GoTrue make its tables, or bring them up to date. */
export async function migrate(options: GoTrueOptions): Promise<void> {
  await run(options.program, ['migrate'], { env: environment(options, 0) });
}

/** GoTrue's version, as it says itself. */
export async function versionOf(program: string): Promise<string> {
  const { stdout } = await run(program, ['version']);
  return stdout.trim();
}

/** Starts GoTrue on a free port of this machine; its tables must have been made. */
export async function startGoTrue(options: GoTrueOptions): Promise<GoTrue> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(options.program, ['serve'], {
    env: environment(options, port),
    // It prints a line for every sign-in.
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const isHealthy = async () => {
    if (child.exitCode !== null) throw new Error('GoTrue has ended');
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  };
  const deadline = Date.now() + 30_000;
  while (!(await isHealthy())) {
    if (Date.now() > deadline) throw new Error('GoTrue does not answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
