import * as z from 'zod/mini';
import { CONTACT_LIMITS } from '../../_shared/domain/contact.ts';
import { text, timestampSchema } from './common.ts';

const writable = {
  firstName: z.nullable(text(CONTACT_LIMITS.first_name)),
  middleName: z.nullable(text(CONTACT_LIMITS.middle_name)),
  lastName: z.nullable(text(CONTACT_LIMITS.last_name)),
  suffix: z.nullable(text(CONTACT_LIMITS.suffix)),
  displayFullName: z.nullable(text(CONTACT_LIMITS.display_full_name)),
  title: z.nullable(text(CONTACT_LIMITS.title)),
  company: z.nullable(text(CONTACT_LIMITS.company)),
  category: z.nullable(text(CONTACT_LIMITS.category)),
  emailAddress: z.nullable(text(CONTACT_LIMITS.email_address)),
  mobilePhone: z.nullable(text(CONTACT_LIMITS.mobile_phone)),
  phone: z.nullable(text(CONTACT_LIMITS.phone)),
  addressOne: z.nullable(text(CONTACT_LIMITS.address_one)),
  addressTwo: z.nullable(text(CONTACT_LIMITS.address_two)),
  city: z.nullable(text(CONTACT_LIMITS.city)),
  state: z.nullable(text(CONTACT_LIMITS.state)),
  zipCode: z.nullable(text(CONTACT_LIMITS.zip_code)),
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
