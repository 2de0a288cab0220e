import { createHash, randomUUID } from 'node:crypto';
import { actor, serviceRole, type Actor } from '../../support/actors.ts';
import { wrong, type Contract } from './contract.ts';

/** So many app passwords of somebody, past the door that asks for the password. */
export async function plantAppPasswords(
  { id }: Pick<Actor, 'id'>,
  count: number,
  name = 'Phone',
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    user_id: id,
    name,
    scope: 'dav',
    token_hash: randomUUID(),
  }));
  const { data, error } = await serviceRole().from('app_passwords').insert(rows).select('id');
  if (error) throw error;
  return data.map((row) => String(row.id));
}

async function revokeAll({ id }: Actor): Promise<void> {
  const { error } = await serviceRole().from('app_passwords').delete().eq('user_id', id);
  if (error) throw error;
}

/** Somebody who has just tried a wrong password as often as one may. */
async function whoTriedTooOften(): Promise<Actor> {
  const tired = await actor('tired');
  const key = createHash('sha256').update(`changePerAccount ${tired.id} `).digest('hex');
  const limits = [{ key, attempts: 1, seconds: 900 }];
  const { error } = await serviceRole().rpc('consume_rate_limits', { limits });
  if (error) throw error;
  return tired;
}

/** The routes of `/api` for app passwords. */
export const security: Record<string, Contract> = {
  'GET /app-passwords': {
    make: async (owner) => {
      const name = `phone ${randomUUID()}`;
      await plantAppPasswords(owner, 1, name);
      return { shows: name };
    },
  },
  'POST /app-passwords': {
    make: async (owner) => {
      await revokeAll(owner);
      const currentPassword = owner.password;
      return { body: { name: 'Script', scope: 'api:read', currentPassword } };
    },
    stranger: 400,
    refused: async (owner) => {
      await plantAppPasswords(owner, 50);
      const right = { name: 'One more', scope: 'api', currentPassword: owner.password };
      return [
        wrong({ ...right, name: undefined }, 'Name is required'),
        wrong({ ...right, name: ' ' }, 'Name is required'),
        wrong({ ...right, name: 'x'.repeat(101) }, '100 characters'),
        wrong({ ...right, scope: 'admin' }, 'scope'),
        wrong({ ...right, currentPassword: undefined }, 'Current password is required'),
        { body: { ...right, currentPassword: 'x' }, status: 400, code: 'wrong_password' },
        { body: right, status: 409, code: 'too_many_app_passwords', says: 'You have 50' },
      ];
    },
    limit: {
      calls: 1,
      status: 400,
      body: ({ password }) => ({ name: 'x', scope: 'api', currentPassword: password }),
      caller: whoTriedTooOften,
    },
  },
  'DELETE /app-passwords/{id}': {
    make: async (owner) => {
      const [id = ''] = await plantAppPasswords(owner, 1);
      return { path: { id } };
    },
    stranger: 404,
  },
};
