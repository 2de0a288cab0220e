import type { FieldValues, UseFormSetError } from 'react-hook-form';

/**
 * An answer without success, as spec section 7 words it: `{status}: {response text}`, the status
 * text if the body is empty. Status 0: no answer at all.
 */
export class RequestError extends Error {
  readonly status: number;
  /** What the server says, without the status. */
  readonly text: string;
  /** SQLSTATE, PostgREST or function code, where the answer has one. */
  readonly code: string | undefined;

  constructor(status: number, text: string, code?: string) {
    super(status === 0 ? text : `${status}: ${text}`);
    this.name = 'RequestError';
    this.status = status;
    this.text = text;
    this.code = code;
  }
}

/** SQLSTATE disk_full: the one server error that a person can do something about. */
const DISK_FULL = '53100';
const DISK_FULL_TEXT = 'The disk of the server is full. Nothing was saved.';

/** Messages for errors of IndexedDB, by their name. */
const DEVICE_TEXTS: Readonly<Record<string, string>> = {
  QuotaExceededError: 'There is no room left on this device. Nothing was saved.',
  VersionError: 'Almanac was updated. Reload to use the new version.',
};

export const OFFLINE_TEXT = 'No connection to the server. Check your network and try again.';

/** The part of a postgrest-js answer that this file reads. */
type Answer<Data> = {
  data: Data;
  error: { message: string; code?: string } | null;
  status: number;
  statusText: string;
};

/** The data of a postgrest-js answer; throws a `RequestError` for one without success. */
export function unwrap<Data>(answer: Answer<Data>): NonNullable<Data> {
  const { data, error, status, statusText } = answer;
  if (error) throw toRequestError(error, status, statusText);
  if (data === null || data === undefined) throw new RequestError(404, 'Not Found');
  return data;
}

function toRequestError(
  error: { message: string; code?: string },
  status: number,
  statusText: string,
): RequestError {
  if (status === 0) return new RequestError(0, OFFLINE_TEXT);
  return new RequestError(status, error.message || statusText, error.code);
}

/** HTTP status of an error of PostgREST, GoTrue or a function; 0 without an answer; else undefined. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof RequestError) return error.status;
  if (error instanceof TypeError) return 0;
  if (typeof error !== 'object' || error === null) return undefined;
  if ('name' in error && error.name === 'FunctionsFetchError') return 0;
  if ('status' in error && typeof error.status === 'number') return error.status;
  if ('context' in error && error.context instanceof Response) return error.context.status;
  return undefined;
}

/** Whether the server refused the request (4xx); else it failed or could not be reached. */
export function isClientError(error: unknown): boolean {
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500;
}

/** The code of a refusal by a function or by the database; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof RequestError ? error.code : undefined;
}

/**
 * The message for people (spec section 8): the server's, if one of our functions or our SQL (P0001,
 * PT<status>) wrote it, or that a disk is full; else `fallback`, the action's own message. Other texts
 * of PostgREST and Postgres are for developers.
 */
export function userMessage(error: unknown, fallback: string): string {
  if (error instanceof DOMException) return DEVICE_TEXTS[error.name] ?? fallback;
  if (!(error instanceof RequestError) || !error.code || error.text === '') return fallback;
  if (error.code === DISK_FULL) return DISK_FULL_TEXT;
  const isForPeople = /^(P0001|PT\d{3}|[a-z][a-z_-]+)$/.test(error.code);
  return isForPeople ? error.text : fallback;
}

/** The text in place of something that could not be loaded. */
export function loadFailureText(error: unknown): string {
  if (statusOf(error) === 0) return OFFLINE_TEXT;
  return userMessage(error, 'Something went wrong on the server.');
}

type FieldName<Form extends FieldValues> = Parameters<UseFormSetError<Form>>[0];

/**
 * Shows the server's refusal at the field that it is about, and focuses it. `fields` names the field
 * for each code, or `root` for the whole form. False if it is about none of them.
 */
export function showRefusal<Form extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Form>,
  fields: Readonly<Record<string, FieldName<Form>>>,
): boolean {
  const field = fields[codeOf(error) ?? ''];
  if (!field) return false;
  setError(field, { message: userMessage(error, 'This was refused') }, { shouldFocus: true });
  return true;
}
