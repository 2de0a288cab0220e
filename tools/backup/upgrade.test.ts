import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { listMigrations } from '../../stack/migrations/migrations.ts';
import { splitStatements } from '../../stack/migrations/statements.ts';
import { startTestStack, type TestStack } from '../../stack/testing.ts';
import { type Fixture, fixtureVersions, lostRows, readFixture, removeFolder } from './fixtures.ts';
import { MIGRATIONS, readInstallation } from './installation.ts';
import { command, connected, signIn } from './testing.ts';

const LIMIT = { timeout: 120_000 };

/** Ends with the session that it signs in: what a backup leaves behind. */
const SESSIONS = ['auth.sessions', 'auth.refresh_tokens', 'auth.mfa_amr_claims'];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-upgrade-'));
});
afterAll(() => removeFolder(folder));

const ascending = (a: number, b: number) => a - b;
const listSchema = z.array(z.object({ id: z.number() }));
type Person = Fixture['people'][number];

async function apiLogin(stack: TestStack, { username, password }: Person) {
  const response = await fetch(`${stack.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  expect(response.status, username).toBe(200);
  const cookie = response.headers.getSetCookie().map((text) => text.split(';')[0]);
  return { cookie: cookie.join('; ') };
}

/** Through `/api`, as a script sees it: everything that was this person's, by its number. */
async function expectListed(stack: TestStack, { people, rows }: Fixture): Promise<void> {
  for (const person of people) {
    const headers = await apiLogin(stack, person);
    const profile = rows['public.profiles']?.rows.find(
      ({ username }) => username === person.username,
    );
    for (const table of ['tasks', 'contacts', 'notes', 'folders', 'categories']) {
      const response = await fetch(`${stack.url}/api/${table}`, { headers });
      const listed = listSchema.parse(await response.json()).map(({ id }) => id);
      const own = rows[`public.${table}`]?.rows.filter(
        ({ user_id }) => user_id === profile?.['id'],
      );
      expect(listed.toSorted(ascending), `${table} of ${person.username}`).toEqual(
        own?.map(({ id }) => Number(id)).toSorted(ascending),
      );
    }
  }
}

async function expectSignedIn(stack: TestStack, people: Fixture['people']): Promise<void> {
  for (const person of people) {
    const { client, error } = await signIn(stack, person);
    expect(error, person.username).toBeNull();
    const { error: refused } = await client.from('tasks').insert({ title: 'since the upgrade' });
    expect(refused, person.username).toBeNull();
    await client.auth.signOut({ scope: 'local' });
  }
}

/** Browsers that were open before the upgrade go on without a sign-in. */
async function expectOpenSessions(stack: TestStack, people: Fixture['people']): Promise<void> {
  for (const { username, refreshToken } of people) {
    const response = await fetch(`${stack.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    });
    expect(response.status, username).toBe(200);
  }
}

async function redeemTemporaryPasswords(stack: TestStack, people: Fixture['people']) {
  const mailed = people.filter(({ temporaryPassword }) => temporaryPassword !== undefined);
  for (const { username, temporaryPassword: password } of mailed) {
    const response = await fetch(`${stack.url}/functions/v1/account/login`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    expect(response.status, username).toBe(200);
  }
  return mailed.length;
}

type Recorded = { version: string; name: string; statements: string[] };

function recorded(client: Client) {
  return client.query<Recorded>(
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  );
}

for (const version of await fixtureVersions()) {
  const dataDir = () => join(folder, version);

  test(
    `design §3: no migration that version ${version} applied has been edited since`,
    LIMIT,
    async () => {
      const fixture = await readFixture(version);
      await fixture.unpack(dataDir());
      const applied = await readInstallation(dataDir(), recorded);
      expect(applied.rows.length).toBeGreaterThan(0);
      const now: Recorded[] = [];
      for (const { version: number, name, file } of await listMigrations(MIGRATIONS)) {
        const statements = splitStatements(await readFile(join(MIGRATIONS, file), 'utf8'));
        now.push({ version: number, name, statements: statements.map(({ sql }) => sql) });
      }
      const versions = new Set(applied.rows.map((migration) => migration.version));
      expect(now.filter((migration) => versions.has(migration.version))).toEqual(applied.rows);
    },
  );

  test(
    `design §3: a data folder of version ${version} is brought up to date and nobody loses anything`,
    LIMIT,
    async () => {
      const fixture = await readFixture(version);
      const before = await readInstallation(dataDir(), recorded);
      await using stack = await startTestStack({ dataDir: dataDir() });
      await using client = await connected(stack.databaseUrl);
      expect(await lostRows(client, fixture.rows)).toEqual({});
      const known = (await listMigrations(MIGRATIONS)).map((migration) => migration.version);
      const after = await recorded(client);
      expect(after.rows.map((migration) => migration.version)).toEqual(known);
      const isUpgrade = known.length > before.rows.length;
      const backups = await readdir(join(dataDir(), 'backups')).catch(() => []);
      expect(backups).toHaveLength(isUpgrade ? 1 : 0);

      await expectListed(stack, fixture);
      await expectOpenSessions(stack, fixture.people);
      await expectSignedIn(stack, fixture.people);
      expect(await redeemTemporaryPasswords(stack, fixture.people)).toBeGreaterThan(0);
    },
  );

  test(
    `design §3: a backup of version ${version} is restored and nobody loses anything`,
    LIMIT,
    async () => {
      const fixture = await readFixture(version);
      const restored = join(folder, `${version}-restored`);
      const restore = await command('restore', [fixture.backup], { DATA_DIR: restored });
      expect(restore.code, restore.output).toBe(0);
      await using stack = await startTestStack({ dataDir: restored });
      await using client = await connected(stack.databaseUrl);
      expect(await lostRows(client, fixture.rows, SESSIONS)).toEqual({});
      await expectListed(stack, fixture);
      await expectSignedIn(stack, fixture.people);
      expect(await redeemTemporaryPasswords(stack, fixture.people)).toBeGreaterThan(0);
    },
  );
}
