import { beforeAll, describe, expect, test } from 'vitest';
import { actor, bearer, nobody, serviceRole, unique, type Actor } from './support/actors.ts';
import { forbidden, notOwn, refusal, succeeded } from './support/outcomes.ts';
import { ownTables, serviceTables, userCalls, views } from './support/tables.ts';
import { claimsOf, forge, tamper, unsign } from './support/tokens.ts';

let owner: Actor;
let stranger: Actor;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([actor('owner'), actor('stranger')]);
});

const allTables = [...ownTables.map(({ table }) => table), 'profiles', ...serviceTables];

describe('nobody', () => {
  const denied = (table: string) => ({ ...forbidden(table), status: 401 });

  test.each(views)('spec §6 not signed in: %s can be neither read nor written', async (view) => {
    const client = nobody();
    expect(await client.from(view).select()).toMatchObject(
      refusal({ status: 401, code: '42501', message: `permission denied for view ${view}` }),
    );
    for (const write of [
      client.from(view).insert({ created_at: null }),
      client.from(view).update({ created_at: null }).not('created_at', 'is', null),
      client.from(view).delete().not('created_at', 'is', null),
    ]) {
      // No right, or for a view of two tables no way at all.
      expect((await write).error?.code).toMatch(/^(42501|55000)$/);
    }
  });

  test.each(allTables)(
    'spec §6 not signed in: %s can be neither read nor written',
    async (table) => {
      const client = nobody();
      expect(await client.from(table).select()).toMatchObject(refusal(denied(table)));
      expect(await client.from(table).insert({ created_at: null })).toMatchObject(
        refusal(denied(table)),
      );
      expect(
        await client.from(table).update({ created_at: null }).not('created_at', 'is', null),
      ).toMatchObject(refusal(denied(table)));
      expect(await client.from(table).delete().not('created_at', 'is', null)).toMatchObject(
        refusal(denied(table)),
      );
    },
  );

  test.each(userCalls)('spec §6 not signed in: $name cannot be called', async ({ name, args }) => {
    expect(await nobody().rpc(name, args)).toMatchObject(
      refusal({
        status: 401,
        code: '42501',
        message: `permission denied for function ${name}`,
      }),
    );
  });
});

describe('owner and stranger', () => {
  test.each(ownTables)(
    'spec §1 per user: $table are the business of their owner alone',
    async ({ table, row, change }) => {
      const created = succeeded(await owner.client.from(table).insert(row).select().single());
      expect(created).toMatchObject({ ...row, user_id: owner.id });
      expect(Date.parse(created.created_at)).toBeGreaterThan(Date.now() - 3_600_000);

      expect(succeeded(await stranger.client.from(table).select().eq('id', created.id))).toEqual(
        [],
      );
      const seen = await stranger.client.from(table).update(change).eq('id', created.id).select();
      expect(succeeded(seen)).toEqual([]);
      const deletion = { deleted_at: new Date().toISOString() };
      const gone = await stranger.client.from(table).update(deletion).eq('id', created.id).select();
      expect(succeeded(gone)).toEqual([]);

      const read = await owner.client.from(table).select().eq('id', created.id).single();
      expect(succeeded(read)).toEqual(created);
      const updated = succeeded(
        await owner.client.from(table).update(change).eq('id', created.id).select().single(),
      );
      expect(updated).toMatchObject(change);
      expect(Date.parse(updated.updated_at)).toBeGreaterThan(Date.parse(created.updated_at));
      // A row that goes without a trace is one that other devices never learn of.
      expect(await owner.client.from(table).delete().eq('id', created.id)).toMatchObject(
        refusal(forbidden(table)),
      );
    },
  );

  test.each(ownTables)(
    'spec §6 $table cannot be planted on somebody else or given away',
    async ({ table, row }) => {
      const planted = { ...row, user_id: owner.id };
      expect(await stranger.client.from(table).insert(planted)).toMatchObject(
        refusal(notOwn(table)),
      );
      const mine = succeeded(await stranger.client.from(table).insert(row).select('id').single());
      const given = stranger.client.from(table).update({ user_id: owner.id }).eq('id', mine.id);
      expect(await given).toMatchObject(refusal(forbidden(table)));
    },
  );

  test.each(ownTables)(
    'spec §1 per user: api_$table shows its owner alone what is not deleted',
    async (given) => {
      const { table } = given;
      const row = 'name' in given.row ? { name: unique('n') } : given.row;
      const mine = succeeded(await owner.client.from(table).insert(row).select('id').single());
      const shown = async ({ client }: Actor) =>
        succeeded(await client.from(`api_${table}`).select().eq('id', mine.id));
      expect(await shown(owner)).toMatchObject([{ ...row, user_id: owner.id }]);
      expect(await shown(stranger)).toEqual([]);
      const renamed = await owner.client.from(`api_${table}`).update(row).eq('id', mine.id);
      expect(renamed.error?.code).toMatch(/^(42501|55000)$/);
      const deletion = { deleted_at: new Date().toISOString() };
      const deleted = owner.client.from(table).update(deletion).eq('id', mine.id).select('id');
      expect(succeeded(await deleted)).toEqual([{ id: mine.id }]);
      expect(await shown(owner)).toEqual([]);
    },
  );

  test.each(ownTables)(
    'spec §3 $table: id and times are the database’s',
    async ({ table, row }) => {
      const { client } = owner;
      expect(await client.from(table).insert({ ...row, id: 7 })).toMatchObject(
        refusal({
          status: 400,
          code: '428C9',
          message: 'cannot insert a non-DEFAULT value into column "id"',
        }),
      );
      const stamped = { ...row, updated_at: '2001-01-01T00:00:00Z' };
      expect(await client.from(table).insert(stamped)).toMatchObject(refusal(forbidden(table)));
    },
  );

  test.each(serviceTables)('spec §6 signed in: %s is not for users', async (table) => {
    expect(await owner.client.from(table).select()).toMatchObject(refusal(forbidden(table)));
    expect(await owner.client.from(table).insert({ created_at: null })).toMatchObject(
      refusal(forbidden(table)),
    );
    expect(await owner.client.from(table).delete().not('id', 'is', null)).toMatchObject(
      refusal(forbidden(table)),
    );
  });
});

describe('administrator', () => {
  test('spec §6 an administrator sees no more of other people’s things than anybody', async () => {
    const admin = await actor('admin', { admin: true });
    succeeded(await owner.client.from('tasks').insert({ title: 'Private' }).select());
    expect(succeeded(await admin.client.from('tasks').select())).toEqual([]);
    for (const table of serviceTables) {
      expect(await admin.client.from(table).select()).toMatchObject(refusal(forbidden(table)));
    }
  });
});

describe('service role', () => {
  test.each(ownTables)(
    'design §6: the service role acts for any owner in $table',
    async (given) => {
      const service = serviceRole();
      const row = {
        ...given.row,
        user_id: owner.id,
        ...('name' in given.row && { name: unique('n') }),
      };
      const { id } = succeeded(await service.from(given.table).insert(row).select('id').single());
      const removed = await service.from(given.table).delete().eq('id', id).select('id');
      expect(succeeded(removed)).toEqual([{ id }]);
    },
  );

  test('design §3: a row without an owner is refused even to the service role', async () => {
    expect(await serviceRole().from('tasks').insert({ title: 'Nobody’s' })).toMatchObject(
      refusal({
        status: 400,
        code: '23502',
        message: 'null value in column "user_id" of relation "tasks" violates not-null constraint',
      }),
    );
  });

  test.each(userCalls)(
    'design §3: $name is for users, not for services',
    async ({ name, args }) => {
      expect(await serviceRole().rpc(name, args)).toMatchObject(
        refusal({
          status: 403,
          code: '42501',
          message: `permission denied for function ${name}`,
        }),
      );
    },
  );
});

describe('forged tokens', () => {
  const forgeries = {
    'signed with another secret': () => forge(claimsOf(owner.token)),
    'raised to service_role': () => tamper(owner.token, { role: 'service_role' }),
    'raised to postgres': () => forge({ ...claimsOf(owner.token), role: 'postgres' }),
    'turned into another user': () => tamper(owner.token, { sub: stranger.id }),
    'long expired': () => forge({ ...claimsOf(owner.token), exp: 1_000_000_000 }),
    'kept alive beyond its end': () => tamper(owner.token, { exp: 4_000_000_000 }),
    unsigned: () => unsign(owner.token),
    garbage: () => 'not.a.token',
  };

  test.each(Object.entries(forgeries))('design §4: a token %s opens nothing', async (_, make) => {
    const client = bearer(make());
    for (const { table, row } of ownTables) {
      const read = await client.from(table).select();
      expect(read.status).toBe(401);
      expect(read.error?.code).toMatch(/^PGRST30\d$/);
      expect((await client.from(table).insert(row)).status).toBe(401);
    }
    for (const view of views) expect((await client.from(view).select()).status).toBe(401);
    for (const { name, args } of userCalls) expect((await client.rpc(name, args)).status).toBe(401);
    expect((await nobody().auth.getUser(make())).error?.status).toBeGreaterThanOrEqual(400);
  });
});
