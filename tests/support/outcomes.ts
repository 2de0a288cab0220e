import { expect } from 'vitest';

/** What a refusal says: HTTP status, code and message of the error. */
export type Refusal = { status: number; code: string; message: string | RegExp };

/** The data of an answer that has to be a success. */
export function succeeded<T>(answer: { data: T; error: unknown }): NonNullable<T> {
  expect(answer.error).toBeNull();
  if (answer.data === null || answer.data === undefined) throw new Error('No data was answered.');
  return answer.data;
}

/** The answer of supabase-js to a call that was refused so, for `toMatchObject`. */
export function refusal({ status, code, message }: Refusal): object {
  const text = typeof message === 'string' ? message : expect.stringMatching(message);
  return { data: null, status, error: { code, message: text } };
}

/** PostgREST's refusal of somebody signed in who lacks a right on a table. */
export function forbidden(table: string): Refusal {
  return { status: 403, code: '42501', message: `permission denied for table ${table}` };
}

/** The refusal of a row that would belong to somebody else. */
export function notOwn(table: string): Refusal {
  return {
    status: 403,
    code: '42501',
    message: `new row violates row-level security policy for table "${table}"`,
  };
}

/** The refusal by a check constraint, which says in its name what is allowed. */
export function limit(table: string, constraint: string): Refusal {
  return {
    status: 400,
    code: '23514',
    message: `new row for relation "${table}" violates check constraint "${constraint}"`,
  };
}
