import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import * as z from 'zod/mini';
import { startTestStack, type TestStack } from '../../../stack/testing.ts';

const secretsSchema = z.object({
  jwtSecret: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  databasePassword: z.string(),
  signingKey: z.string(),
  mailEncryptionKey: z.string(),
});

/** An installation that nobody else uses: for what one shared by all tests cannot show. */
export type OwnStack = {
  dataDir: string;
  /** What its first start put into secrets.json. */
  secrets: z.infer<typeof secretsSchema>;
  /** Everything its processes printed, to stdout and stderr. */
  output(): string;
  /** The setup code that an exposed installation without an account prints after its ready line. */
  setupCode(): Promise<string>;
};

/**
 * Starts an empty installation for this test file and points actors and calls at it. Only where the
 * tests run beside the project: the Supabase that they are otherwise aimed at has no part in it.
 */
export function useOwnStack(env: Record<string, string> = {}): OwnStack {
  let stack: TestStack;
  let secrets: OwnStack['secrets'];
  beforeAll(async () => {
    stack = await startTestStack({ env });
    const file = await readFile(join(stack.dataDir, 'secrets.json'), 'utf8');
    secrets = secretsSchema.parse(JSON.parse(file));
    vi.stubEnv('ALMANAC_URL', stack.url);
    vi.stubEnv('ALMANAC_PUBLISHABLE_KEY', stack.publishableKey);
    vi.stubEnv('ALMANAC_SECRET_KEY', stack.secretKey);
    vi.stubEnv('ALMANAC_DATABASE_URL', stack.databaseUrl);
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    vi.unstubAllEnvs();
  }, 60_000);
  return {
    get dataDir() {
      return stack.dataDir;
    },
    get secrets() {
      return secrets;
    },
    output: () => stack.printed() + stack.log(),
    setupCode: () =>
      vi.waitFor(() => {
        const [, code] =
          /^setup code (\S+) \(for the first account: \S+\/register\)$/m.exec(stack.printed()) ??
          [];
        if (!code) throw new Error(`no setup code was printed: ${stack.printed()}`);
        return code;
      }),
  };
}
