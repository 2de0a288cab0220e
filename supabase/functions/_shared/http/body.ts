import * as z from 'zod/mini';
import { badRequest, ServiceError } from '../errors.ts';

// zod/mini comes without messages; the browser brings its own, functions answer in English.
z.config(z.locales.en());

/**
 * The request's JSON, read no further than `maxBytes` whatever Content-Length says. No body counts
 * as `{}`, so that what is missing is reported by its name. Throws 413, 415 (anything but JSON, which also keeps other sites' forms out) or 400.
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text === '') return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new ServiceError(
      415,
      'unsupported_media_type',
      'Send JSON with the header Content-Type: application/json',
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw badRequest('The request body is not valid JSON', 'invalid_json');
  }
}

/** The request's text in UTF-8, read no further than `maxBytes`. Throws 413 or 400. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = new ServiceError(
    413,
    'too_large',
    `The request is larger than ${Math.floor(maxBytes / 1024)} kB`,
  );
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge;
  if (!request.body) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge;
    text += decode(decoder, chunk);
  }
  return text + decode(decoder);
}

function decode(decoder: TextDecoder, chunk?: Uint8Array<ArrayBuffer>): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw badRequest('The request body is not valid UTF-8', 'invalid_json');
  }
}

/** `value` as the schema describes it, or 400 with the first thing that is wrong, by its field's name. */
export function parse<T extends z.core.$ZodType>(schema: T, value: unknown): z.core.output<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw badRequest(issueMessage(result.error.issues[0]));
}

/** Words for the first issue: our own messages stand for themselves, the library's get the field's name. */
export function issueMessage(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request is not valid';
  if (issue.code === 'unrecognized_keys') {
    return `Unknown or read-only field: ${issue.keys.join(', ')}`;
  }
  const path = issue.path.map(String).join('.');
  if (path === '') return `The request body is not valid: ${issue.message}`;
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
    return `${path} is required`;
  }
  return /^(?:Invalid|Too|Unrecognized)\b/.test(issue.message)
    ? `${path}: ${issue.message}`
    : issue.message;
}
