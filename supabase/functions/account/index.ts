import { appPasswordRoutes } from '../_shared/account/app-passwords.ts';
import { checkInvitation } from '../_shared/account/invitations.ts';
import { changeEmail, deleteOwnAccount } from '../_shared/account/own-account.ts';
import { redeemTemporaryPassword } from '../_shared/account/redeem.ts';
import { accountRoutes } from '../_shared/account/routes.ts';
import { secondStepRoutes } from '../_shared/account/second-step.ts';
import {
  changeEmailSchema,
  checkInvitationSchema,
  deleteAccountSchema,
  loginSchema,
} from '../_shared/domain/account.ts';
import { ok, route } from '../_shared/http/routes.ts';
import { createHandler } from '../_shared/serve.ts';

/** What only the web app asks for. */
const appRoutes = [
  route({
    method: 'POST',
    path: '/check-invitation',
    access: 'anyone',
    body: checkInvitationSchema,
    handle: async ({ body, address }) => ok(await checkInvitation(body.invitation, address)),
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

Deno.serve(
  createHandler('account', [
    ...accountRoutes,
    ...appPasswordRoutes,
    ...secondStepRoutes,
    ...appRoutes,
  ]),
);
