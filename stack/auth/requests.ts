import * as z from 'zod';
import type { ApiRole, Claims, KeyRing, AccessDenied } from '../tokens/tokens.ts';
import { plainAddress } from '../network.ts';
import { identify } from '../tokens/tokens.ts';
import { AuthError, json } from './errors.ts';

// Metadata of both kinds, an address and a password, with room to spare.
const MAX_BODY_BYTES = 1 << 14;
/** Bytes of JSON; the database holds user metadata to the same. */
const MAX_METADATA_BYTES = 4096;

/** Text without NUL, which Postgres cannot store. Absent and null are the empty text, as in Go. */
export const text = z
  .string()
  .refine((value) => !value.includes('\0'), 'contains a NUL character')
  .nullish()
  .transform((value) => value ?? '');

/** The JSON of a value; of one that is nested too deeply to be written, undefined. */
function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value ?? {});
  } catch {
    return undefined;
  }
}

/** A JSON object of at most 4 kB, or undefined if absent or null. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? undefined)
  .refine((value) => {
    const content = written(value);
    return content !== undefined && Buffer.byteLength(content) <= MAX_METADATA_BYTES;
  }, `takes more than ${MAX_METADATA_BYTES} bytes`)
  .refine((value) => !written(value)?.includes('\\u0000'), 'contains a NUL character');

export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let content = '';
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) {
      const message = `Request body too large (max ${MAX_BODY_BYTES} bytes)`;
      throw new AuthError(413, 'request_entity_too_large', message);
    }
    content += decoder.decode(chunk, { stream: true });
  }
  return content + decoder.decode();
}

function unreadable(reason: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}

/** The JSON body as `schema` wants it. Throws 400 bad_json, 413 beyond 16 kB. Unknown keys pass. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  whenEmpty = '',
): Promise<z.output<Schema>> {
  let value: unknown;
  try {
    value = JSON.parse((await readText(request)) || whenEmpty);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw unreadable('the body is not JSON');
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw unreadable(`${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'unusable'}`);
}

/** Who sent a request, as far as the keys and the token say. */
export type Caller = {
  role: ApiRole;
  claims: Claims;
  /** Whether the request carried its own bearer token or key, not just an `apikey` header. */
  authorized: boolean;
};

const TOKEN_REASONS: Record<AccessDenied['reason'], string> = {
  malformed: 'token is malformed: token contains an invalid number of segments',
  signature: 'token signature is invalid: signature is invalid',
  expired: 'token has invalid claims: token is expired',
  claims: 'token has invalid claims',
  role: 'token has an unknown role',
  no_key: 'no API key',
  unknown_key: 'unknown API key',
};

/** The gateway's 401 for a request without a valid `apikey`, or undefined. */
export function refuseKey(request: Request, keys: KeyRing): Response | undefined {
  const identity = identify(new Headers({ apikey: request.headers.get('apikey') ?? '' }), keys);
  return identity.ok ? undefined : json(identity.status, identity.body);
}

/** Reads the bearer token. Throws GoTrue's 403 bad_jwt for one that cannot be trusted. */
export function callerOf(request: Request, keys: KeyRing): Caller {
  const identity = identify(request.headers, keys);
  if (!identity.ok) {
    const message = `invalid JWT: unable to parse or verify signature, ${TOKEN_REASONS[identity.reason]}`;
    throw new AuthError(403, 'bad_jwt', message);
  }
  const authorized = /^bearer \S+$/i.test(request.headers.get('authorization') ?? '');
  const { role, claims } = identity;
  return { role, claims, authorized };
}

/**
 * The address that limits count. Only a caller with the secret key may speak for another address
 * (X-Forwarded-For, first entry); without that header it acts for itself and has no limit.
 */
export function addressOf(
  request: Request,
  peer: { address: string },
  keys: KeyRing,
): string | undefined {
  const identity = identify(request.headers, keys);
  if (!identity.ok || identity.role !== 'service_role') return plainAddress(peer.address);
  const [forwarded = ''] = (request.headers.get('x-forwarded-for') ?? '').split(',');
  return plainAddress(forwarded.trim());
}
