import type { ApiRole } from '../tokens/tokens.ts';
import { NoTurnError } from './turns.ts';

/** PostgREST's error body. */
export type ErrorBody = {
  code: string;
  message: string;
  details: string | null;
  hint: string | null;
};

/** Answers an error the way PostgREST does. */
export function errorResponse(
  status: number,
  body: Pick<ErrorBody, 'code' | 'message'> & Partial<ErrorBody>,
  headers: Record<string, string> = {},
): Response {
  const { code, message, details = null, hint = null } = body;
  return Response.json(
    { code, details, hint, message },
    {
      status,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Content-Type': 'application/json; charset=utf-8',
        ...headers,
      },
    },
  );
}

// https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes: a whole SQLSTATE,
// or the class it belongs to.
const statusOfState: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  P0001: 400,
};
const statusOfClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** The HTTP status of a Postgres error code; unknown classes are the caller's fault (400). */
export function statusOf(sqlState: string, role: ApiRole): number {
  if (sqlState === '42501') return role === 'anon' ? 401 : 403;
  const [, custom] = /^PT(\d{3})$/.exec(sqlState) ?? [];
  if (custom) return Number(custom) >= 200 && Number(custom) < 600 ? Number(custom) : 500;
  if (sqlState.startsWith('PT')) return 500;
  return statusOfState[sqlState] ?? statusOfClass[sqlState.slice(0, 2)] ?? 400;
}

function text(error: Error, key: 'code' | 'detail' | 'hint'): string | undefined {
  const value: unknown = Object.entries(error).find(([name]) => name === key)?.[1];
  return typeof value === 'string' ? value : undefined;
}

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code);
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
// node-postgres has no codes for these.
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** Whether the database went away (or is not back yet): the connection is of no more use. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = text(error, 'code') ?? '';
  return (
    networkCodes.has(code) ||
    /^(57P0[1-5]|08...)$/.test(code) ||
    (code === '' && lostConnection.test(error.message))
  );
}

/** Whether no connection of the pool became free in time, or none of the account's share of it. */
export function isPoolTimeout(error: unknown): boolean {
  if (error instanceof NoTurnError) return true;
  return (
    error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
  );
}

/** Whether a prepared statement no longer fits, because the schema changed under it. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && text(error, 'code') === '0A000'
    ? error.message.includes('cached plan must not change result type')
    : false;
}

const DISK_FULL = '53100';

// PostgreSQL knows only a full disk by a code. A used-up quota and a file at its limit (ulimit -f,
// systemd's LimitFSIZE) look the same to the writer, and arrive as an internal error.
function stateOf(error: Error): string | undefined {
  const code = text(error, 'code');
  const hasNoRoom = /: (Disk quota exceeded|File too large)$/.test(error.message);
  return code === 'XX000' && hasNoRoom ? DISK_FULL : code;
}

/** The error's message as in PostgREST, which names the table of an unknown column. */
function errorMessage(error: Error, code: string, relation: string | undefined): string {
  if (code !== '42703' || !relation) return error.message;
  return error.message.replace(
    /^column "([^"]+)" does not exist$/,
    (_, column: string) => `column ${relation}.${column} does not exist`,
  );
}

/**
 * PostgREST's answer to a failed query, or undefined where the error is not the database's.
 * Also undefined for SQLSTATE `PGRST`, whose message is a whole answer that lite knows to read.
 */
export function databaseErrorResponse(
  error: unknown,
  request: { role: ApiRole; relation?: string | undefined },
): Response | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isConnectionLoss(error)) return unavailable();
  if (isPoolTimeout(error)) {
    const message = 'Timed out acquiring connection from connection pool.';
    return errorResponse(504, { code: 'PGRST003', message });
  }
  const code = stateOf(error);
  if (code === undefined || code === 'PGRST' || !isSqlState(code)) return undefined;
  return errorResponse(statusOf(code, request.role), {
    code,
    message: errorMessage(error, code, request.relation),
    details: text(error, 'detail') ?? null,
    hint: text(error, 'hint') ?? null,
  });
}

/** The database does not answer. Nothing of the request is known to have happened. */
export function unavailable(): Response {
  const message = 'Database connection error. Retrying the connection.';
  return errorResponse(503, { code: 'PGRST001', message }, { 'Retry-After': '1' });
}
