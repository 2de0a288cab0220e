import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, nobody, serviceRole, unique, type Actor } from '../support/actors.ts';
import { supabase } from '../support/environment.ts';
import { succeeded } from '../support/outcomes.ts';

// npm run admin: for the person at the machine who locked themselves out (README).

const tool = join(import.meta.dirname, '../../tools/admin.ts');

/** Runs it as on a Supabase project; how it finds a data folder is in secrets.test.ts. */
function admin(args: string[], environment: Record<string, string> = {}) {
  const env = {
    ...process.env,
    SUPABASE_URL: supabase.url,
    SUPABASE_SERVICE_ROLE_KEY: supabase.secretKey,
    ...environment,
  };
  return new Promise<{ code: number; output: string; complaint: string }>((resolve) => {
    execFile(process.execPath, [tool, ...args], { env }, (error, output, complaint) => {
      resolve({ code: error ? Number(error.code) : 0, output, complaint });
    });
  });
}

async function profileOf(user: Actor) {
  return succeeded(
    await serviceRole()
      .from('profiles')
      .select('is_admin, must_change_password')
      .eq('id', user.id)
      .single<{ is_admin: boolean; must_change_password: boolean }>(),
  );
}

test('spec §6 npm run admin: grants and revokes by a name in any spelling, and it is recorded', async () => {
  const anna = await actor('Anna Groß');
  expect(await admin(['grant', anna.username.toUpperCase()])).toMatchObject({
    code: 0,
    output: `${anna.username} is an administrator.\n`,
  });
  expect(await profileOf(anna)).toMatchObject({ is_admin: true });
  expect(await admin(['revoke', ` ${anna.username} `])).toMatchObject({
    code: 0,
    output: `${anna.username} is an ordinary user.\n`,
  });
  expect(await profileOf(anna)).toMatchObject({ is_admin: false });
  const { data } = await serviceRole()
    .from('admin_events')
    .select('action, actor_id')
    .eq('subject_id', anna.id)
    .order('id');
  expect(data).toEqual([
    { action: 'grant_admin', actor_id: null },
    { action: 'revoke_admin', actor_id: null },
  ]);
});

test('spec §6 npm run admin: resets a password, which has to be changed, and ends all sessions', async () => {
  const anna = await actor('anna');
  const { code, output } = await admin(['reset', anna.username]);
  expect(code).toBe(0);
  const [, password = ''] = /signs in with (\S+) and then has to choose/.exec(output) ?? [];
  expect(password.length).toBeGreaterThanOrEqual(12);
  expect((await anna.client.auth.getUser()).error).not.toBeNull();
  const email = usernameToEmail(anna.username);
  expect((await nobody().auth.signInWithPassword({ email, password })).error).toBeNull();
  expect(await profileOf(anna)).toMatchObject({ must_change_password: true });
});

test('spec §6 npm run admin: says what is wrong, and changes nothing', async () => {
  const name = unique('nobody');
  expect(await admin(['grant', name])).toMatchObject({
    code: 1,
    complaint: `There is no user "${name}".\n`,
  });
  for (const args of [[], ['grant'], ['promote', name], ['grant', name, name]]) {
    const { code, complaint } = await admin(args);
    expect(code).toBe(1);
    expect(complaint).toContain('npm run admin -- grant NAME');
  }
  const away = { SUPABASE_URL: 'http://127.0.0.1:1' };
  expect(await admin(['grant', name], away)).toMatchObject({
    code: 1,
    complaint: 'Almanac does not answer: start it first (npm start).\n',
  });
  const elsewhere = { SUPABASE_URL: '', DATA_DIR: '/nowhere' };
  const { code, complaint } = await admin(['grant', name], elsewhere);
  expect(code).toBe(1);
  expect(complaint).toContain('/nowhere/secrets.json does not exist');
});
