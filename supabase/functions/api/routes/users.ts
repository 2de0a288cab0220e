import type { SupabaseClient } from '@supabase/supabase-js';
import { fromDatabase, notSignedIn } from '../../_shared/errors.ts';
import { ok, route, type Reply } from '../../_shared/http/routes.ts';
import { selectOf } from '../columns.ts';
import { headerColorSchema, themeSchema, userSchema, viewModeSchema } from '../schemas/users.ts';

const columns = selectOf(userSchema);
const tag = 'user';

async function update(
  db: SupabaseClient,
  userId: string,
  preference: Record<string, string>,
): Promise<Reply> {
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
    access: 'user',
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
];
