import { resolve } from 'node:path';
import * as z from 'zod';
import { OperatorError } from '../errors.ts';
import { isLoopback, parseTrustedProxies } from '../network.ts';

/** How the operator wants the stack to run. */
export type Environment = {
  /** 0 for any free port. */
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** The origin that people open, such as https://almanac.example.org, if it was set. */
  siteUrl: string | undefined;
  /** Networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  trustedProxies: string[];
  /** By how much every rate limit is multiplied. */
  rateLimitFactor: number;
  logFormat: 'text' | 'json';
  /** Whether each request is a line of the log. */
  accessLog: boolean;
  /** Where /metrics is, if anywhere. */
  metrics: { port: number; host: string } | undefined;
  /** Whether people on other machines can reach it: what holds for the first account then differs. */
  isExposed: boolean;
  /** Who may register until an administrator chooses. */
  registration: 'open' | 'invite' | 'closed';
  /** Whether administrators have to sign in in two steps. */
  adminTwoStep: 'required' | 'optional';
};

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65_535));
const hostName = z.string().regex(/^[\w.:-]+$/);

/** Only an origin can be opened: with a path, the web app and its API would lie somewhere else. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, href, protocol } = new URL(text);
  const isOrigin = (protocol === 'http:' || protocol === 'https:') && href === `${origin}/`;
  return isOrigin ? origin : undefined;
}

const schema = z.object({
  PORT: portNumber.default(3000),
  HOST: hostName.default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  SITE_URL: z.string().transform(originOf).pipe(z.string()).optional(),
  TRUST_PROXY: z.string().transform(parseTrustedProxies).pipe(z.array(z.string())).default([]),
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().positive())
    .default(1),
  LOG_FORMAT: z.enum(['text', 'json']).default('text'),
  ACCESS_LOG: z.enum(['0', '1']).default('0'),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: hostName.default('127.0.0.1'),
  REGISTRATION: z.enum(['open', 'invite', 'closed']).optional(),
  ADMIN_TWO_STEP: z.enum(['required', 'optional']).default('optional'),
});

const WANTED: Record<keyof z.infer<typeof schema>, string> = {
  PORT: 'a number from 0 to 65535',
  HOST: 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
  DATA_DIR: 'a folder',
  SITE_URL: 'the address people open, such as https://almanac.example.org, without a path',
  TRUST_PROXY: '0, 1 (a proxy on this machine) or addresses and networks such as 10.0.0.0/8',
  RATE_LIMIT_FACTOR: 'a number above 0',
  LOG_FORMAT: 'text or json',
  ACCESS_LOG: '0 or 1',
  METRICS_PORT: 'a number from 0 to 65535',
  METRICS_HOST: 'an address or host name to listen on, such as 127.0.0.1',
  REGISTRATION: 'open, invite or closed',
  ADMIN_TWO_STEP: 'required or optional',
};

/** Whether a host name or address is reached from this machine alone. */
function isHere(host: string): boolean {
  return /^(.+\.)?localhost$/i.test(host) || isLoopback(host.replace(/^\[|\]$/g, ''));
}

/**
 * Reads the variables named in the README; an empty one counts as unset.
 * @throws OperatorError saying what the variable must be
 */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(set);
  if (!result.success) {
    const name = schema.keyof().parse(result.error.issues[0]?.path[0]);
    throw new OperatorError(`${name} must be ${WANTED[name]}, not "${env[name]}"`);
  }
  const { METRICS_PORT, METRICS_HOST, ...read } = result.data;
  const isElsewhere = read.SITE_URL !== undefined && !isHere(new URL(read.SITE_URL).hostname);
  const isExposed = isElsewhere || read.TRUST_PROXY.length > 0 || !isHere(read.HOST);
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: resolve(read.DATA_DIR),
    siteUrl: read.SITE_URL,
    trustedProxies: read.TRUST_PROXY,
    rateLimitFactor: read.RATE_LIMIT_FACTOR,
    logFormat: read.LOG_FORMAT,
    accessLog: read.ACCESS_LOG === '1',
    metrics: METRICS_PORT === undefined ? undefined : { port: METRICS_PORT, host: METRICS_HOST },
    isExposed,
    registration: read.REGISTRATION ?? (isExposed ? 'invite' : 'open'),
    adminTwoStep: read.ADMIN_TWO_STEP,
  };
}
