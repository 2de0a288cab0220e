import { flattenError } from 'zod/mini';
import { loginSchema } from '#domain/account.ts';

/** The credentials in the form's values, or each field's messages (spec section 5). */
export function checkLogin(values: unknown) {
  const checked = loginSchema.safeParse(values);
  return checked.success
    ? { credentials: checked.data, errors: {} }
    : { errors: flattenError(checked.error).fieldErrors };
}
