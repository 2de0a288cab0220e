import { expect, test } from 'vitest';
import { usernameToEmail } from '#domain/account.ts';
import { actor, nobody, type Actor } from '../support/actors.ts';
import { succeeded } from '../support/outcomes.ts';
import { programSession, SCOPES } from '../support/programs.ts';
import { claimsOf } from '../support/tokens.ts';

async function anotherBrowser({ username, password }: Actor) {
  const client = nobody();
  const email = usernameToEmail(username);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, id: String(claimsOf(data.session.access_token)['session_id']) };
}

type Row = { id: string; is_current: boolean; started_at: string; used_at: string };
const list = async ({ client }: Pick<Actor, 'client'>): Promise<Row[]> =>
  succeeded(await client.rpc('list_sessions'));

test('design §4 sessions: people see their own, this one first, and no programs', async () => {
  const [anna, bert] = await Promise.all([actor('anna'), actor('bert')]);
  const other = await anotherBrowser(anna);
  await programSession(anna, 'dav');
  const own = String(claimsOf(anna.token)['session_id']);
  const rows = await list(anna);
  expect(rows.map(({ id, is_current }) => ({ id, is_current }))).toEqual([
    { id: own, is_current: true },
    { id: other.id, is_current: false },
  ]);
  for (const row of rows) expect(Date.parse(row.used_at)).toBeGreaterThan(Date.now() - 60_000);
  expect(await list(other)).toMatchObject([{ id: other.id, is_current: true }, { id: own }]);
  expect((await list(bert)).map(({ id }) => id)).toEqual([claimsOf(bert.token)['session_id']]);
});

test('design §4 sessions: one is ended by its owner alone, and cannot be renewed', async () => {
  const [anna, bert] = await Promise.all([actor('anna'), actor('bert')]);
  const other = await anotherBrowser(anna);
  const end = ({ client }: Actor) => client.rpc('end_session', { session: other.id });
  expect(await end(bert)).toMatchObject({
    status: 404,
    error: { message: 'This session has ended already' },
  });
  expect((await other.client.auth.getUser()).error).toBeNull();
  expect((await end(anna)).error).toBeNull();
  expect((await other.client.auth.refreshSession()).error).not.toBeNull();
  expect((await list(anna)).map(({ is_current }) => is_current)).toEqual([true]);
  expect((await end(anna)).status).toBe(404);
});

test.each(SCOPES)(
  'design §4 sessions: a program of scope %s neither sees nor ends any',
  async (scope) => {
    const anna = await actor('anna');
    const { client } = await programSession(anna, scope);
    expect(await client.rpc('list_sessions')).toMatchObject({ status: 403, data: null });
    const session = claimsOf(anna.token)['session_id'];
    expect((await client.rpc('end_session', { session })).status).toBe(403);
    expect((await anna.client.auth.getUser()).error).toBeNull();
  },
);
