import { resourceRoutes } from '../resource.ts';
import { contactBodySchema, contactSchema } from '../schemas/contacts.ts';

export const contactRoutes = resourceRoutes({
  table: 'contacts',
  one: 'Contact',
  schema: contactSchema,
  create: contactBodySchema,
  patch: contactBodySchema,
  maxBytes: 64 * 1024,
});
