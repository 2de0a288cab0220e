import { resolve } from 'node:path';
import * as z from 'zod';
import { StackFailure } from '../failure.ts';

/** How the operator wants the stack to run. */
export type Environment = {
  /** 0 for any free port. */
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Whether X-Forwarded-For of a proxy on this machine names the client. */
  trustProxy: boolean;
};

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65_535))
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  TRUST_PROXY: z.enum(['0', '1']).default('0'),
});

const WANTED: Record<string, string> = {
  PORT: 'a number from 0 to 65535',
  HOST: 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
  DATA_DIR: 'a folder',
  TRUST_PROXY: '0 or 1',
};

/**
 * Reads PORT, HOST, DATA_DIR and TRUST_PROXY; an empty variable counts as unset.
 * @throws StackFailure saying what the variable must be
 */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (result.success) {
    const { PORT, HOST, DATA_DIR, TRUST_PROXY } = result.data;
    return { port: PORT, host: HOST, dataDir: resolve(DATA_DIR), trustProxy: TRUST_PROXY === '1' };
  }
  const name = String(result.error.issues[0]?.path[0]);
  throw new StackFailure(`${name} must be ${WANTED[name]}, not "${env[name]}"`);
}
