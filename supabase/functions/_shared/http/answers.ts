import * as z from 'zod/mini';

/** `{success, message}` of every call that answers no data (spec section 7). */
export const doneSchema = z.object({ success: z.boolean(), message: z.string() });

/** The one shape of a refusal. */
export const refusalSchema = z.object({ message: z.string(), code: z.string() });
