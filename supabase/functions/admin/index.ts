import * as z from 'zod/mini';
import { configureEmail, testEmail } from '../_shared/admin/email.ts';
import { lastEvents } from '../_shared/admin/events.ts';
import { listUsers, resetPassword, setAdministrator } from '../_shared/admin/users.ts';
import { adminFlagSchema, adminResetPasswordSchema } from '../_shared/domain/admin.ts';
import { emailConfigSchema, testEmailSchema } from '../_shared/domain/email-config.ts';
import { ok, route } from '../_shared/http/routes.ts';
import { mailStatus } from '../_shared/mail/settings.ts';
import { createHandler } from '../_shared/serve.ts';

const userParams = z.object({ id: z.uuid('There is no such user') });

/** Administration (spec section 6): every route asks the database whether the caller may. */
const routes = [
  route({
    method: 'GET',
    path: '/users',
    access: 'admin',
    handle: async () => ok(await listUsers()),
  }),
  route({
    method: 'PATCH',
    path: '/users/:id/admin',
    access: 'admin',
    params: userParams,
    body: adminFlagSchema,
    async handle({ user, params, body }) {
      await setAdministrator(user, params.id, body.isAdmin);
      return ok({ success: true, message: 'User updated' });
    },
  }),
  route({
    method: 'POST',
    path: '/users/:id/reset-password',
    access: 'admin',
    params: userParams,
    body: adminResetPasswordSchema,
    async handle({ user, params, body }) {
      await resetPassword(user, params.id, body.newPassword);
      return ok({ success: true, message: 'Password reset' });
    },
  }),
  route({
    method: 'GET',
    path: '/events',
    access: 'admin',
    handle: async () => ok(await lastEvents()),
  }),
  route({
    method: 'GET',
    path: '/email',
    access: 'admin',
    handle: async () => ok(await mailStatus()),
  }),
  route({
    method: 'POST',
    path: '/configure-email',
    access: 'admin',
    body: emailConfigSchema,
    async handle({ user, body }) {
      await configureEmail(user, body);
      return ok({ success: true, message: 'Email configuration saved' });
    },
  }),
  route({
    method: 'POST',
    path: '/test-email',
    access: 'admin',
    body: testEmailSchema,
    async handle({ user, body }) {
      await testEmail(user, body);
      return ok({
        success: true,
        message: `A test email is on its way to ${body.testEmail ?? body.emailUser}`,
      });
    },
  }),
];

Deno.serve(createHandler('admin', routes));
