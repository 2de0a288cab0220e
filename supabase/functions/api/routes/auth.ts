import { signInByName } from '../../_shared/account/sign-in.ts';
import { serviceClient } from '../../_shared/clients.ts';
import { loginSchema } from '../../_shared/domain/account.ts';
import { fromDatabase } from '../../_shared/errors.ts';
import { doneSchema } from '../../_shared/http/answers.ts';
import { ok, route, type Route } from '../../_shared/http/routes.ts';
import { signOut } from '../../_shared/identity.ts';
import { clearedCookies, sessionCookies } from '../cookie-session.ts';
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
];
