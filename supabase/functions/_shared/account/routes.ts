import * as z from 'zod/mini';
import { changePasswordSchema, forgotPasswordSchema, registerSchema } from '../domain/account.ts';
import { registrationModeSchema } from '../domain/admin.ts';
import { doneSchema } from '../http/answers.ts';
import { created, ok, route } from '../http/routes.ts';
import { changePassword } from './change-password.ts';
import { requestRecovery } from './recover.ts';
import { register } from './register.ts';
import { publicRegistration } from './registration.ts';

const tag = 'auth';

/** How registration stands, for anybody. */
const publicRegistrationSchema = z.object({
  mode: registrationModeSchema,
  setup: z.boolean(),
});

/**
 * What comes before and beside a sign-in (docs/spec.md, section 7), for the function `account` and,
 * below `/auth`, for `/api`.
 */
export const accountRoutes = [
  route({
    method: 'GET',
    path: '/registration',
    access: 'anyone',
    doc: {
      summary: 'Who may register, and whether the first account waits for the setup code',
      tag: 'registration',
      status: 200,
      answer: publicRegistrationSchema,
    },
    handle: async () => ok(await publicRegistration()),
  }),
  route({
    method: 'POST',
    path: '/register',
    access: 'anyone',
    body: registerSchema,
    doc: {
      summary: 'Create an account',
      tag,
      status: 201,
      answer: doneSchema,
      refusals: [404, 409, 429],
    },
    async handle({ body, address }) {
      await register(body, address);
      return created({ success: true, message: 'Account created successfully' });
    },
  }),
  route({
    method: 'POST',
    path: '/reset-password',
    access: 'anyone',
    body: forgotPasswordSchema,
    doc: {
      summary: 'Have a temporary password mailed',
      tag,
      status: 200,
      answer: doneSchema,
      refusals: [409, 429],
    },
    async handle({ body, address }) {
      await requestRecovery(body.identifier, address);
      return ok({
        success: true,
        message:
          'If there is such an account with an email address, a temporary password is on its way.',
      });
    },
  }),
  route({
    method: 'POST',
    path: '/change-password',
    access: 'user',
    body: changePasswordSchema,
    doc: {
      summary: 'Change the own password',
      tag,
      status: 200,
      answer: doneSchema,
      refusals: [429],
    },
    async handle({ user, body, address }) {
      await changePassword(user, body, address);
      return ok({ success: true, message: 'Your password has been successfully updated.' });
    },
  }),
];
