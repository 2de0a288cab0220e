import { expect, test } from 'vitest';
import { actor, serviceRole, type Actor } from '../support/actors.ts';
import { appPassword } from '../support/programs.ts';
import { call } from '../functions/support/call.ts';
import { ask } from './support.ts';

/** Asks twice, so that whatever may be remembered of the app password is. */
async function program(owner: Actor) {
  const made = await appPassword(owner, 'dav');
  const status = async () =>
    (
      await ask(owner, made.password, 'PROPFIND', `/dav/principals/${owner.username}/`, {
        headers: { depth: '0' },
      })
    ).status;
  expect([await status(), await status()]).toEqual([207, 207]);
  return { ...made, status };
}

test('design §4: a revoked app password opens nothing from the next request on, another one still does', async () => {
  const ann = await actor('ann');
  const [first, second] = [await program(ann), await program(ann)];
  const path = `account/app-passwords/${first.id}`;
  expect((await call(path, { method: 'DELETE', token: ann.token })).status).toBe(200);
  expect([await first.status(), await second.status()]).toEqual([401, 207]);
});

test('design §4: programs of somebody who may not sign in, or is gone, open nothing from the next request on', async () => {
  const [bob, eve] = await Promise.all([actor('bob'), actor('eve')]);
  const { status } = await program(bob);
  const ban = (ban_duration: string) =>
    serviceRole().auth.admin.updateUserById(bob.id, { ban_duration });
  expect((await ban('1h')).error).toBeNull();
  expect(await status()).toBe(401);
  expect((await ban('none')).error).toBeNull();
  expect(await status()).toBe(207);
  const gone = await program(eve);
  expect((await serviceRole().auth.admin.deleteUser(eve.id)).error).toBeNull();
  expect(await gone.status()).toBe(401);
});

test('design §4: an app password that is known says when it was used, and is nobody else’s', async () => {
  const [ann, eve] = await Promise.all([actor('ann'), actor('eve')]);
  const { id, password, status } = await program(ann);
  const used = () =>
    serviceRole()
      .from('app_passwords')
      .select('last_used_at, last_used_from')
      .eq('id', id)
      .single();
  const earlier = '2026-01-01T00:00:00+00:00';
  await serviceRole()
    .from('app_passwords')
    .update({ last_used_at: earlier, last_used_from: null })
    .eq('id', id);
  expect(await status()).toBe(207);
  const { data } = await used();
  expect(Date.parse(data?.last_used_at)).toBeGreaterThan(Date.now() - 60_000);
  expect(data?.last_used_from).toMatch(/^[\d.:a-f]+$/u);
  const stolen = await ask(eve, password, 'PROPFIND', `/dav/principals/${eve.username}/`);
  expect(stolen.status).toBe(401);
});
