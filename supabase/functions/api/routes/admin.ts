import * as z from 'zod/mini';
import { testEmail } from '../../_shared/admin/email.ts';
import {
  createUser,
  deleteUser,
  listUsers,
  resetPassword,
  setAdministrator,
} from '../../_shared/admin/users.ts';
import {
  adminFlagSchema,
  adminResetPasswordSchema,
  adminUserSchema,
  createUserSchema,
  deleteUserSchema,
} from '../../_shared/domain/admin.ts';
import { emailConfigSchema, testEmailSchema } from '../../_shared/domain/mail.ts';
import { created, ok, route } from '../../_shared/http/routes.ts';
import { configureEmail } from '../../_shared/mail/settings.ts';
import { createdUserSchema, doneSchema, userParams } from '../schemas/common.ts';

const tag = 'admin';

export const adminRoutes = [
  route({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    doc: { summary: 'All users', tag, status: 200, answer: z.array(adminUserSchema) },
    handle: async () => ok(await listUsers()),
  }),
  route({
    method: 'POST',
    path: '/admin/users',
    access: 'admin',
    body: createUserSchema,
    doc: {
      summary: 'Create a user, who chooses a password of their own at the first sign-in',
      tag,
      status: 201,
      answer: createdUserSchema,
      refusals: [409],
    },
    async handle({ user, body }) {
      const id = await createUser(user, body);
      return created({ success: true, message: 'User created', id });
    },
  }),
  route({
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'admin',
    params: userParams,
    body: deleteUserSchema,
    doc: {
      summary: 'Delete a user with everything; asks for the username',
      tag,
      status: 200,
      answer: doneSchema,
      refusals: [409],
    },
    async handle({ user, params, body }) {
      await deleteUser(user, params.id, body.username);
      return ok({ success: true, message: 'User deleted' });
    },
  }),
  route({
    method: 'PATCH',
    path: '/admin/users/:id/admin',
    access: 'admin',
    params: userParams,
    body: adminFlagSchema,
    doc: {
      summary: 'Grant or revoke administration',
      tag,
      status: 200,
      answer: doneSchema,
      refusals: [409],
    },
    async handle({ user, params, body }) {
      await setAdministrator(user, params.id, body.isAdmin);
      return ok({ success: true, message: 'User updated' });
    },
  }),
  route({
    method: 'POST',
    path: '/admin/users/:id/reset-password',
    access: 'admin',
    params: userParams,
    body: adminResetPasswordSchema,
    doc: { summary: 'Set somebody’s password', tag, status: 200, answer: doneSchema },
    async handle({ user, params, body }) {
      await resetPassword(user, params.id, body.newPassword);
      return ok({ success: true, message: 'Password reset' });
    },
  }),
  route({
    method: 'POST',
    path: '/admin/configure-email',
    access: 'admin',
    body: emailConfigSchema,
    doc: { summary: 'Store how mail goes out', tag, status: 200, answer: doneSchema },
    async handle({ user, body }) {
      await configureEmail(user, body);
      return ok({ success: true, message: 'Email configuration saved' });
    },
  }),
  route({
    method: 'POST',
    path: '/admin/test-email',
    access: 'admin',
    body: testEmailSchema,
    doc: {
      summary: 'Send a test mail with these values',
      tag,
      status: 200,
      answer: doneSchema,
      refusals: [422, 429],
    },
    async handle({ user, body }) {
      await testEmail(user, body);
      const recipient = body.testEmail ?? body.emailUser;
      return ok({ success: true, message: `A test email is on its way to ${recipient}` });
    },
  }),
];
