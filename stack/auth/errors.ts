const VERSION_HEADER = 'X-Supabase-Api-Version';
const VERSION = '2024-01-01';

/** An error for the caller: GoTrue's status, error code and message. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  readonly weakReasons: readonly string[] | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { retryAfterSeconds?: number; weakReasons?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.weakReasons = extra.weakReasons;
  }
}

/** 400 validation_failed. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/** 400 invalid_credentials: the same for an unknown account and a wrong password. */
export function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** 429 over_request_rate_limit, with the time to wait. */
export function tooManyRequests(what: string, retryAfterSeconds: number): AuthError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const wait =
    seconds < 90
      ? `${seconds} second${seconds === 1 ? '' : 's'}`
      : `${Math.ceil(seconds / 60)} minutes`;
  const message = `${what} Try again in ${wait}.`;
  return new AuthError(429, 'over_request_rate_limit', message, { retryAfterSeconds: seconds });
}

// GoTrue: any date from the version on selects it, anything else means the first version.
function wantsCurrentVersion(request: Request): boolean {
  const asked = request.headers.get(VERSION_HEADER) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= VERSION;
}

/** JSON answer of this service; never cached, since every one of them is about one person. */
export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/**
 * Renders a failure as GoTrue does: `{code, message}` for callers that ask for API version
 * 2024-01-01 (supabase-js does), else `{code: status, error_code, msg}`.
 */
export function errorResponse(failure: AuthError, request: Request): Response {
  const { status, code, message, retryAfterSeconds, weakReasons } = failure;
  const current = wantsCurrentVersion(request);
  const headers: Record<string, string> = { 'x-sb-error-code': code };
  if (current) headers[VERSION_HEADER] = VERSION;
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  const weak = weakReasons && { weak_password: { reasons: weakReasons } };
  const body = current
    ? { code, message, ...weak }
    : { code: status, error_code: code, msg: message, ...weak };
  return json(status, body, headers);
}
