/** A refusal with a status, a code for programs and a message for people; answered as `{message, code}`. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** 400: the request itself is wrong. */
export function badRequest(message: string, code = 'invalid_request'): ServiceError {
  return new ServiceError(400, code, message);
}

/** 401: nobody, or a session that ended. */
export function notSignedIn(message = 'Please log in'): ServiceError {
  return new ServiceError(401, 'not_signed_in', message);
}

/** 403: signed in, but not entitled. */
export function forbidden(message: string, code = 'forbidden'): ServiceError {
  return new ServiceError(403, code, message);
}

/** 404: not there, or somebody else's. */
export function notFound(message = 'Not found'): ServiceError {
  return new ServiceError(404, 'not_found', message);
}

/** 409: clashes with what is stored. */
export function conflict(message: string, code = 'conflict'): ServiceError {
  return new ServiceError(409, code, message);
}

/** 503: something behind this function does not answer; trying again may help. */
export function unavailable(
  message = 'The service is not available right now. Please try again.',
): ServiceError {
  return new ServiceError(503, 'unavailable', message, { 'retry-after': '2' });
}

/** 429 with Retry-After; `seconds` is the time until the next attempt is allowed. */
export function tooMany(seconds: number): ServiceError {
  const wait = Math.max(1, Math.ceil(seconds));
  return new ServiceError(
    429,
    'too_many_requests',
    `Too many attempts. Please try again in ${inWords(wait)}.`,
    { 'retry-after': String(wait) },
  );
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** The part of a PostgREST answer that tells what went wrong. */
export type DatabaseError = { code: string; message: string; hint?: string | null };

/** Messages by SQLSTATE or PostgREST code where the database's own words are for programmers. */
const DATABASE_MESSAGES: Record<string, ServiceError> = {
  '22P02': badRequest('A value has the wrong format'),
  '22001': badRequest('A text is too long'),
  '22003': badRequest('A number is out of range'),
  '22007': badRequest('A date has the wrong format'),
  '22008': badRequest('A date is out of range'),
  '22021': badRequest('A text contains a character that cannot be stored'),
  '22P05': badRequest('A text contains a character that cannot be stored'),
  '23502': badRequest('A required value is missing'),
  '23514': badRequest('A value is not allowed'),
  '23503': new ServiceError(400, 'unknown_reference', 'Refers to something that does not exist'),
  '23505': conflict('Already exists'),
  '42501': forbidden('Not allowed'),
  PGRST116: notFound(),
  PGRST301: notSignedIn(),
  PGRST303: notSignedIn(),
  '57014': unavailable(),
};

/**
 * The refusal that a failed table or RPC call means. Exceptions raised by our own SQL (P0001 and
 * PTxyz, where xyz is the status) carry words meant for people; unknown failures become 500 and are
 * for the log.
 */
export function fromDatabase(error: DatabaseError): ServiceError {
  const raised = /^PT([45]\d\d)$/.exec(error.code);
  if (raised)
    return new ServiceError(Number(raised[1]), raisedCode(Number(raised[1])), error.message);
  if (error.code === 'P0001') return badRequest(error.message, 'refused');
  const known = DATABASE_MESSAGES[error.code];
  if (known) return known;
  // PGRST000 to 003: PostgREST has no database. An empty code: the request itself failed.
  if (/^PGRST00\d$|^(08|53|57)/.test(error.code) || error.code === '') return unavailable();
  return new ServiceError(500, 'internal', 'Something went wrong. Please try again.');
}

function raisedCode(status: number): string {
  const codes: Record<number, string> = {
    403: 'forbidden',
    404: 'not_found',
    409: 'conflict',
    429: 'too_many_requests',
    507: 'account_full',
  };
  return codes[status] ?? 'refused';
}
