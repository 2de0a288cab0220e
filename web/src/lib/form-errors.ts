import type { FieldValues, UseFormSetError } from 'react-hook-form';
import { codeOf, messageFor } from './errors.ts';

type FieldName<Form extends FieldValues> = Parameters<UseFormSetError<Form>>[0];

/**
 * Puts the server's refusal beside the field that it is about, which takes the focus. `fields` names
 * the field for each code, or `root` for the whole form. False: it is about none of them.
 */
export function showRefusal<Form extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Form>,
  fields: Readonly<Record<string, FieldName<Form>>>,
): boolean {
  const field = fields[codeOf(error) ?? ''];
  if (!field) return false;
  setError(field, { message: messageFor(error, 'This was refused') }, { shouldFocus: true });
  return true;
}
