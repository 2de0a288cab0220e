import { randomUUID } from 'node:crypto';
import { serviceRole } from '../../support/actors.ts';
import { wrong, type Contract } from './contract.ts';

/** As many open invitations as `count`, and no others. */
async function invitations(count: number): Promise<string[]> {
  const service = serviceRole();
  await service.from('invitations').delete().not('id', 'is', null);
  const rows = Array.from({ length: count }, () => ({
    token_hash: randomUUID(),
    expires_at: '2099-01-01T00:00:00Z',
  }));
  const { data, error } = await service.from('invitations').insert(rows).select('id');
  if (error) throw error;
  return data.map(({ id }) => String(id));
}

/** Who may register, and invitations (design section 4). */
export const registration: Record<string, Contract> = {
  'GET /auth/registration': { make: () => ({}) },
  'GET /admin/registration': {
    make: async () => ({ shows: (await invitations(1))[0] ?? '' }),
  },
  'PATCH /admin/registration': {
    make: () => ({ body: { mode: 'open' } }),
    refused: () => [wrong({ mode: 'both' }, 'mode'), wrong({}, 'mode')],
  },
  'POST /admin/invitations': {
    make: async () => {
      await invitations(0);
      return { body: { email: '' } };
    },
    refused: async () => {
      await invitations(100);
      return [
        wrong({ email: 'anna@' }, 'valid email address'),
        { body: {}, status: 409, code: 'too_many_invitations' },
      ];
    },
    limit: { calls: 51, status: 201, body: () => ({}) },
  },
  'DELETE /admin/invitations/{id}': {
    make: async () => ({ path: { id: (await invitations(1))[0] ?? '' } }),
  },
};
