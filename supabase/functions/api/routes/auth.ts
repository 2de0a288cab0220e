import { changePassword } from '../../_shared/account/change-password.ts';
import { requestRecovery } from '../../_shared/account/recover.ts';
import { register } from '../../_shared/account/register.ts';
import { signInByName } from '../../_shared/account/sign-in.ts';
import { serviceClient } from '../../_shared/clients.ts';
import {
  changePasswordSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
} from '../../_shared/domain/account.ts';
import { fromDatabase } from '../../_shared/errors.ts';
import { created, ok, route, type Route } from '../../_shared/http/routes.ts';
import { signOut } from '../../_shared/identity.ts';
import { clearedCookies, sessionCookies } from '../cookie-session.ts';
import { doneSchema } from '../schemas/common.ts';
import { signedInSchema } from '../schemas/users.ts';

const tag = 'auth';

/** Both paths are the spec's reading (section 7). Logging out twice is no failure. */
function logoutRoute(path: string): Route {
  return route({
    method: 'POST',
    path,
    access: 'anyone',
    doc: { summary: 'End this session', tag, status: 200, answer: doneSchema },
    async handle({ request, token }) {
      const current = await token();
      if (current !== undefined) await signOut(current);
      const done = ok({ success: true, message: 'Signed out' });
      return { ...done, headers: clearedCookies(request) };
    },
  });
}

async function mustChangePassword(userId: string): Promise<boolean> {
  const { data, error } = await serviceClient()
    .from('profiles')
    .select('must_change_password')
    .eq('id', userId)
    .maybeSingle<{ must_change_password: boolean }>();
  if (error) throw fromDatabase(error);
  return data?.must_change_password ?? false;
}

export const authRoutes = [
  route({
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    body: loginSchema,
    doc: {
      summary: 'Sign in; sets the session cookie and answers a bearer token',
      tag,
      status: 200,
      answer: signedInSchema,
      refusals: [401, 429],
    },
    async handle({ request, body, address }) {
      const session = await signInByName(body, address);
      const reply = ok({
        success: true,
        message: 'Signed in',
        accessToken: session.access_token,
        expiresAt: session.expires_at ? new Date(session.expires_at * 1000).toISOString() : null,
        mustChangePassword: await mustChangePassword(session.user.id),
      });
      return { ...reply, headers: await sessionCookies(request, session, address) };
    },
  }),
  logoutRoute('/auth/logout'),
  logoutRoute('/logout'),
  route({
    method: 'POST',
    path: '/auth/register',
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
    path: '/auth/reset-password',
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
    path: '/auth/change-password',
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
