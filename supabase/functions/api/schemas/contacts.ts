import * as z from 'zod/mini';
import { text, timestampSchema } from './common.ts';

const writable = {
  firstName: z.nullable(text(200)),
  middleName: z.nullable(text(200)),
  lastName: z.nullable(text(200)),
  suffix: z.nullable(text(200)),
  displayFullName: z.nullable(text(500)),
  title: z.nullable(text(200)),
  company: z.nullable(text(200)),
  category: z.nullable(text(200)),
  emailAddress: z.nullable(text(500)),
  mobilePhone: z.nullable(text(200)),
  phone: z.nullable(text(200)),
  addressOne: z.nullable(text(500)),
  addressTwo: z.nullable(text(500)),
  city: z.nullable(text(200)),
  state: z.nullable(text(200)),
  zipCode: z.nullable(text(200)),
};

/** A contact (spec section 3). */
export const contactSchema = z.object({
  id: z.number(),
  ...writable,
  userId: z.uuid(),
  createdAt: timestampSchema,
});

/** No field is required (spec section 5), so that creating and changing take the same. */
export const contactBodySchema = z.partial(z.strictObject(writable));
