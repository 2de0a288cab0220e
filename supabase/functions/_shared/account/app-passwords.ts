import * as z from 'zod/mini';
import { createAppPasswordToken, hashAppPasswordToken } from '../app-password-token.ts';
import type { User } from '../auth.ts';
import { serviceClient } from '../clients.ts';
import {
  appPasswordSchema,
  createAppPasswordSchema,
  createdAppPasswordSchema,
  type AppPassword,
  type CreateAppPassword,
} from '../domain/app-password.ts';
import { conflict, fromDatabase, notFound } from '../errors.ts';
import { doneSchema } from '../http/answers.ts';
import { created, ok, route } from '../http/routes.ts';
import { resetRateLimits } from '../rate-limits.ts';
import { requireCurrentPassword } from './current-password.ts';

const tag = 'app passwords';
const SHOWN = 'id, name, scope, created_at, last_used_at, last_used_from';

const rowSchema = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    scope: appPasswordSchema.shape.scope,
    created_at: z.string(),
    last_used_at: z.nullable(z.string()),
    last_used_from: z.nullable(z.string()),
  }),
  z.transform((row): AppPassword => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
  })),
);

async function listAppPasswords(user: User): Promise<AppPassword[]> {
  const { data, error } = await serviceClient()
    .from('app_passwords')
    .select(SHOWN)
    .eq('user_id', user.id)
    .order('created_at')
    .order('id');
  if (error) throw fromDatabase(error);
  return z.array(rowSchema).parse(data);
}

/** Asks for the password: what it makes opens the account for as long as nobody revokes it. */
async function createAppPassword(user: User, input: CreateAppPassword, address: string) {
  const limit = await requireCurrentPassword(user, input.currentPassword, address);
  const password = createAppPasswordToken();
  const { data, error } = await serviceClient().rpc('create_app_password', {
    subject: user.id,
    hash: hashAppPasswordToken(password),
    name: input.name,
    scope: input.scope,
  });
  if (error?.code === 'PT409') throw conflict(error.message, 'too_many_app_passwords');
  if (error) throw fromDatabase(error);
  await resetRateLimits(limit);
  return { ...rowSchema.parse(data), password };
}

async function revokeAppPassword(user: User, id: string): Promise<void> {
  const { data, error } = await serviceClient()
    .from('app_passwords')
    .delete()
    .eq('user_id', user.id)
    .eq('id', id)
    .select('id');
  if (error) throw fromDatabase(error);
  if (data.length === 0) throw notFound('There is no such app password');
}

/** For people who are signed in: a program cannot make itself another one. */
export const appPasswordRoutes = [
  route({
    method: 'GET',
    path: '/app-passwords',
    access: 'user',
    doc: {
      summary: 'The own app passwords, oldest first',
      tag,
      status: 200,
      answer: z.array(appPasswordSchema),
    },
    handle: async ({ user }) => ok(await listAppPasswords(user)),
  }),
  route({
    method: 'POST',
    path: '/app-passwords',
    access: 'user',
    body: createAppPasswordSchema,
    doc: {
      summary: 'Make an app password, which is shown this once; asks for the password',
      tag,
      status: 201,
      answer: createdAppPasswordSchema,
      refusals: [409, 429],
    },
    handle: async ({ user, body, address }) =>
      created(await createAppPassword(user, body, address)),
  }),
  route({
    method: 'DELETE',
    path: '/app-passwords/:id',
    access: 'user',
    params: z.object({ id: z.uuid() }),
    doc: { summary: 'Revoke an app password', tag, status: 200, answer: doneSchema },
    async handle({ user, params }) {
      await revokeAppPassword(user, params.id);
      return ok({ success: true, message: 'App password revoked' });
    },
  }),
];
