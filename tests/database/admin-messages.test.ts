import { expect, test } from 'vitest';
import { actor } from '../support/actors.ts';
import { connect, rolledBack } from '../support/database.ts';

test('design §5 live: administrators are told of what they see of users, and of no theme', async () => {
  const [database, ann] = [await connect(), await actor('ann')];
  /** What a change of Ann's profile tells the administrators, and nothing of what others do meanwhile. */
  const told = async (change: string): Promise<unknown[]> =>
    rolledBack(database, async () => {
      await database.query('set transaction isolation level repeatable read');
      const messages = `select id, payload - 'id' as payload from realtime.messages where topic = 'admin'`;
      const before = new Set((await database.query(messages)).rows.map(({ id }) => id));
      await database.query(`update public.profiles set ${change} where id = $1`, [ann.id]);
      const { rows } = await database.query<{ id: string; payload: object }>(messages);
      return rows.filter(({ id }) => !before.has(id)).map(({ payload }) => payload);
    });
  for (const change of [
    "theme = 'dark'",
    "header_color = 'red'",
    "time_zone = 'UTC'",
    'email = email',
  ]) {
    expect(await told(change), change).toEqual([]);
  }
  for (const change of [
    'is_admin = true',
    "email = 'ann@example.org'",
    "username = username || 'e'",
  ]) {
    expect(await told(change), change).toEqual([{ table: 'profiles', op: 'UPDATE' }]);
  }
});
