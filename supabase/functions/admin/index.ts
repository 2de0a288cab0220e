import * as z from 'zod/mini';
import { testEmail } from '../_shared/admin/email.ts';
import { lastEvents } from '../_shared/admin/events.ts';
import {
  createInvitation,
  readRegistration,
  revokeInvitation,
  setRegistration,
} from '../_shared/admin/registration.ts';
import {
  createUser,
  deleteUser,
  listUsers,
  resetPassword,
  setAdministrator,
} from '../_shared/admin/users.ts';
import {
  adminFlagSchema,
  adminResetPasswordSchema,
  createInvitationSchema,
  createUserSchema,
  deleteUserSchema,
  setRegistrationSchema,
} from '../_shared/domain/admin.ts';
import { emailConfigSchema, testEmailSchema } from '../_shared/domain/mail.ts';
import { created, ok, route } from '../_shared/http/routes.ts';
import { configureEmail, mailStatus } from '../_shared/mail/settings.ts';
import { createHandler } from '../_shared/serve.ts';

const userParams = z.object({ id: z.uuid('There is no such user') });
const invitationParams = z.object({ id: z.uuid('There is no such invitation') });

/** Administration (spec section 6): every route asks the database whether the caller may. */
const routes = [
  route({
    method: 'GET',
    path: '/users',
    access: 'admin',
    handle: async () => ok(await listUsers()),
  }),
  route({
    method: 'POST',
    path: '/users',
    access: 'admin',
    body: createUserSchema,
    async handle({ user, body }) {
      const id = await createUser(user, body);
      return created({ success: true, message: 'User created', id });
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id',
    access: 'admin',
    params: userParams,
    body: deleteUserSchema,
    async handle({ user, params, body }) {
      await deleteUser(user, params.id, body.username);
      return ok({ success: true, message: 'User deleted' });
    },
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
    path: '/registration',
    access: 'admin',
    handle: async () => ok(await readRegistration()),
  }),
  route({
    method: 'PATCH',
    path: '/registration',
    access: 'admin',
    body: setRegistrationSchema,
    async handle({ user, body }) {
      await setRegistration(user, body.mode);
      return ok({ success: true, message: 'Registration updated' });
    },
  }),
  route({
    method: 'POST',
    path: '/invitations',
    access: 'admin',
    body: createInvitationSchema,
    handle: async ({ user, body }) => created(await createInvitation(user, body.email ?? '')),
  }),
  route({
    method: 'DELETE',
    path: '/invitations/:id',
    access: 'admin',
    params: invitationParams,
    async handle({ user, params }) {
      await revokeInvitation(user, params.id);
      return ok({ success: true, message: 'Invitation revoked' });
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
