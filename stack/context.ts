import { extname } from 'node:path';
import type { SupabaseConfig } from './config/config.ts';
import type { SigningKey } from './tokens/signing-key.ts';

/** One line to the operator. Never hand it passwords, tokens or keys. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** The login roles of stack/postgres/roles.sql; all share the generated password. */
export type DatabaseRole =
  | 'postgres'
  | 'authenticator'
  | 'supabase_auth_admin'
  | 'supabase_realtime_admin';

/** Settings for one connection, in the shape of node-postgres' PoolConfig. */
export type DatabaseConnection = {
  host: string;
  port: number;
  user: DatabaseRole;
  password: string;
  database: string;
};

export type DatabaseAddress = {
  host: string;
  port: number;
  password: string;
  name: string;
  connection(role: DatabaseRole): DatabaseConnection;
};

/** What every service of the stack is made from. */
export type StackContext = {
  database: DatabaseAddress;
  /** Secret of HS256 tokens, as earlier versions signed them, and of what is stored of refresh tokens. */
  jwtSecret: string;
  /** Signs the users' tokens. */
  signingKey: SigningKey;
  publishableKey: string;
  secretKey: string;
  /** 32 bytes as base64, for the functions' encrypted mail password. */
  mailEncryptionKey: string;
  config: SupabaseConfig;
  /** The gateway's address, e.g. http://localhost:3000, without a slash at its end. */
  publicUrl: string;
  projectRoot: string;
  dataDir: string;
  log: Log;
};

/**
 * What this project's modules end in: `.ts` in a checkout, `.js` in the installed package, since
 * neither Node nor Deno reads TypeScript below node_modules. For modules that are named by a path
 * and not by an import.
 */
export const MODULE_EXTENSION = extname(import.meta.filename);
