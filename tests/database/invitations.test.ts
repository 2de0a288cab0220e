import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { actor, serviceRole, unique, type Actor } from '../support/actors.ts';
import { succeeded } from '../support/outcomes.ts';

const service = serviceRole();
let chief: Actor;

beforeAll(async () => {
  chief = await actor('chief', { admin: true });
});

/** An open invitation, and whether it still is there. */
async function invitation(fields: { created_by?: string; email?: string }) {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const row = { token_hash: randomUUID(), expires_at, ...fields };
  const { id } = succeeded(await service.from('invitations').insert(row).select('id').single());
  return async () =>
    succeeded(await service.from('invitations').select('id').eq('id', id)).length === 1;
}

test('design §4 invitations: those of an administrator go with the rights, and with the account', async () => {
  const demoted = await actor('demoted', { admin: true });
  const deleted = await actor('deleted', { admin: true });
  const [theirs, gone, others] = [
    await invitation({ created_by: demoted.id }),
    await invitation({ created_by: deleted.id }),
    await invitation({ created_by: chief.id }),
  ];
  const revoked = { subject: demoted.id, value: false, actor: chief.id };
  expect((await service.rpc('set_administrator', revoked)).error).toBeNull();
  expect((await service.auth.admin.deleteUser(deleted.id)).error).toBeNull();
  expect([await theirs(), await gone(), await others()]).toEqual([false, false, true]);
});

test('design §4 invitations: an account that goes takes its address out of them, and no link', async () => {
  const email = `${unique('carla')}@example.org`;
  const sly = await actor('sly');
  const sent = await invitation({ created_by: chief.id, email });
  expect((await service.from('profiles').update({ email }).eq('id', sly.id)).error).toBeNull();
  expect((await service.auth.admin.deleteUser(sly.id)).error).toBeNull();
  expect(await sent()).toBe(true);
});
