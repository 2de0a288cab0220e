import type { SupabaseClient } from '@supabase/supabase-js';
import { changeEmail, deleteOwnAccount } from '../../_shared/account/own-account.ts';
import { changeEmailSchema, deleteAccountSchema } from '../../_shared/domain/account.ts';
import { fromDatabase, notSignedIn } from '../../_shared/errors.ts';
import { doneSchema } from '../../_shared/http/answers.ts';
import { ok, route, type RouteResponse } from '../../_shared/http/routes.ts';
import { selectOf } from '../columns.ts';
import { clearedCookies } from '../cookie-session.ts';
import { headerColorSchema, themeSchema, userSchema, viewModeSchema } from '../schemas/users.ts';

const columns = selectOf(userSchema);
const tag = 'user';

async function update(
  db: SupabaseClient,
  userId: string,
  preference: Record<string, string>,
): Promise<RouteResponse> {
  const { data, error } = await db
    .from('profiles')
    .update(preference)
    .eq('id', userId)
    .select(columns)
    .maybeSingle();
  if (error) throw fromDatabase(error);
  if (!data) throw notSignedIn();
  return ok(data);
}

/** The signed-in user and their preferences. */
export const userRoutes = [
  route({
    method: 'GET',
    path: '/auth/user',
    access: 'program',
    doc: { summary: 'The signed-in user', tag, status: 200, answer: userSchema },
    async handle({ db, user }) {
      const { data, error } = await db
        .from('profiles')
        .select(columns)
        .eq('id', user.id)
        .maybeSingle();
      if (error) throw fromDatabase(error);
      if (!data) throw notSignedIn();
      return ok(data);
    },
  }),
  route({
    method: 'PATCH',
    path: '/user/header-color',
    access: 'user',
    body: headerColorSchema,
    doc: { summary: 'Choose the header colour', tag, status: 200, answer: userSchema },
    handle: ({ db, user, body }) => update(db, user.id, { header_color: body.headerColor }),
  }),
  route({
    method: 'PATCH',
    path: '/user/theme',
    access: 'user',
    body: themeSchema,
    doc: { summary: 'Choose the theme', tag, status: 200, answer: userSchema },
    handle: ({ db, user, body }) => update(db, user.id, { theme: body.theme }),
  }),
  route({
    method: 'PATCH',
    path: '/user/contact-view-mode',
    access: 'user',
    body: viewModeSchema,
    doc: { summary: 'Choose how contacts are shown', tag, status: 200, answer: userSchema },
    handle: ({ db, user, body }) => update(db, user.id, { contact_view_mode: body.viewMode }),
  }),
  route({
    method: 'PATCH',
    path: '/user/email',
    access: 'user',
    body: changeEmailSchema,
    doc: {
      summary: 'Change or remove the own email address; asks for the password',
      tag,
      status: 200,
      answer: doneSchema,
      refusals: [409, 429],
    },
    async handle({ user, body, address }) {
      await changeEmail(user, body, address);
      return ok({ success: true, message: 'Your email address has been changed.' });
    },
  }),
  route({
    method: 'DELETE',
    path: '/user',
    access: 'user',
    body: deleteAccountSchema,
    doc: {
      summary: 'Delete the own account with everything in it; asks for the password',
      tag,
      status: 200,
      answer: doneSchema,
      refusals: [409, 429],
    },
    async handle({ request, user, body, address }) {
      await deleteOwnAccount(user, body.currentPassword, address);
      const message = 'Your account and everything in it has been deleted.';
      return { ...ok({ success: true, message }), headers: clearedCookies(request) };
    },
  }),
];
