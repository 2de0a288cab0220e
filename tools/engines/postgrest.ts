import type { StackContext } from '../../stack/context.ts';
import { databaseUrl, secretKey, startProgram, type Program } from './program.ts';

type PostgrestContext = Pick<StackContext, 'jwtSecret' | 'signingKey' | 'config' | 'database'>;

/** The settings of config.toml by PostgREST's names, as the Supabase CLI hands them over. */
function environment(context: PostgrestContext, port: number): Record<string, string> {
  const { schemas, max_rows } = context.config.api;
  return {
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
    PGRST_DB_URI: databaseUrl(context.database.connection('authenticator')),
    PGRST_DB_SCHEMAS: schemas.join(),
    PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
    PGRST_DB_MAX_ROWS: String(max_rows),
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_JWT_SECRET: JSON.stringify({ keys: [context.signingKey.jwk, secretKey(context)] }),
    PGRST_LOG_LEVEL: 'error',
  };
}

/** Starts PostgREST on a free port of this machine; the migrations must have been applied. */
export function startPostgrest(program: string, context: PostgrestContext): Promise<Program> {
  return startProgram([program], '/', (port) => environment(context, port));
}
