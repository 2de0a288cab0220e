import * as z from 'zod/mini';
import {
  adminFlagSchema,
  adminResetPasswordSchema,
  adminUserSchema,
  createdInvitationSchema,
  createInvitationSchema,
  createUserSchema,
  deleteUserSchema,
  registrationSchema,
  setRegistrationSchema,
} from '../domain/admin.ts';
import { emailConfigSchema, testEmailSchema } from '../domain/mail.ts';
import { doneSchema } from '../http/answers.ts';
import { created, ok, route } from '../http/routes.ts';
import { configureEmail } from '../mail/settings.ts';
import { testEmail } from './email.ts';
import {
  createInvitation,
  readRegistration,
  revokeInvitation,
  setRegistration,
} from './registration.ts';
import { createUser, deleteUser, listUsers, resetPassword, setAdministrator } from './users.ts';

const tag = 'admin';

const createdUserSchema = z.extend(doneSchema, { id: z.uuid() });
const userParams = z.object({ id: z.uuid('There is no such user') });
const invitationParams = z.object({ id: z.uuid('There is no such invitation') });

/**
 * Administration (docs/spec.md, section 7), for the function `admin` and, below `/admin`, for
 * `/api`: every route asks the database whether the caller may.
 */
export const adminRoutes = [
  route({
    method: 'GET',
    path: '/users',
    access: 'admin',
    doc: { summary: 'All users', tag, status: 200, answer: z.array(adminUserSchema) },
    handle: async () => ok(await listUsers()),
  }),
  route({
    method: 'POST',
    path: '/users',
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
    path: '/users/:id',
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
    path: '/users/:id/admin',
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
    path: '/users/:id/reset-password',
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
    path: '/configure-email',
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
    path: '/test-email',
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
  route({
    method: 'GET',
    path: '/registration',
    access: 'admin',
    doc: {
      summary: 'Who may register, and the open invitations',
      tag: 'registration',
      status: 200,
      answer: registrationSchema,
    },
    handle: async () => ok(await readRegistration()),
  }),
  route({
    method: 'PATCH',
    path: '/registration',
    access: 'admin',
    body: setRegistrationSchema,
    doc: {
      summary: 'Choose who may register',
      tag: 'registration',
      status: 200,
      answer: doneSchema,
    },
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
    doc: {
      summary: 'Make a link for one account, and mail it if there is an address',
      tag: 'registration',
      status: 201,
      answer: createdInvitationSchema,
      refusals: [409, 429],
    },
    handle: async ({ user, body }) => created(await createInvitation(user, body.email ?? '')),
  }),
  route({
    method: 'DELETE',
    path: '/invitations/:id',
    access: 'admin',
    params: invitationParams,
    doc: { summary: 'Revoke an invitation', tag: 'registration', status: 200, answer: doneSchema },
    async handle({ user, params }) {
      await revokeInvitation(user, params.id);
      return ok({ success: true, message: 'Invitation revoked' });
    },
  }),
];
