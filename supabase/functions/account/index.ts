import { changePassword } from '../_shared/account/change-password.ts';
import { checkInvitation } from '../_shared/account/invitations.ts';
import { changeEmail, deleteOwnAccount } from '../_shared/account/own-account.ts';
import { requestRecovery } from '../_shared/account/recover.ts';
import { redeemTemporaryPassword } from '../_shared/account/redeem.ts';
import { register } from '../_shared/account/register.ts';
import { publicRegistration } from '../_shared/account/registration.ts';
import {
  changeEmailSchema,
  changePasswordSchema,
  checkInvitationSchema,
  deleteAccountSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
} from '../_shared/domain/account.ts';
import { created, ok, route } from '../_shared/http/routes.ts';
import { createHandler } from '../_shared/serve.ts';

/** Accounts before and beside the identity service's own sign-in (design sections 4 and 6). */
const routes = [
  route({
    method: 'GET',
    path: '/registration',
    access: 'anyone',
    handle: async () => ok(await publicRegistration()),
  }),
  route({
    method: 'POST',
    path: '/check-invitation',
    access: 'anyone',
    body: checkInvitationSchema,
    handle: async ({ body, address }) => ok(await checkInvitation(body.invitation, address)),
  }),
  route({
    method: 'POST',
    path: '/register',
    access: 'anyone',
    body: registerSchema,
    async handle({ body, address }) {
      await register(body, address);
      return created({ success: true, message: 'Account created successfully' });
    },
  }),
  route({
    method: 'POST',
    path: '/login',
    access: 'anyone',
    body: loginSchema,
    async handle({ body, address }) {
      const session = await redeemTemporaryPassword(body, address);
      return ok({ success: true, message: 'Please choose a new password', session });
    },
  }),
  route({
    method: 'POST',
    path: '/reset-password',
    access: 'anyone',
    body: forgotPasswordSchema,
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
    async handle({ user, body, address }) {
      await changePassword(user, body, address);
      return ok({ success: true, message: 'Your password has been successfully updated.' });
    },
  }),
  route({
    method: 'POST',
    path: '/change-email',
    access: 'user',
    body: changeEmailSchema,
    async handle({ user, body, address }) {
      await changeEmail(user, body, address);
      return ok({ success: true, message: 'Your email address has been changed.' });
    },
  }),
  route({
    method: 'POST',
    path: '/delete',
    access: 'user',
    body: deleteAccountSchema,
    async handle({ user, body, address }) {
      await deleteOwnAccount(user, body.currentPassword, address);
      return ok({ success: true, message: 'Your account and everything in it has been deleted.' });
    },
  }),
];

Deno.serve(createHandler('account', routes));
