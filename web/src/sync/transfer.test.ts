import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { newUid } from '#domain/uid.ts';
import { SyncEngine } from './engine.ts';
import { Replica } from './replica.ts';
import { TransferError, type Server } from './server.ts';
import { Transfer } from './transfer.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Asked = Record<string, unknown>;
type Row = { uid: string; rev: number };

/** A history of categories, of which a server gives pages; `fail` says which requests it does not answer. */
function historyOf(rows: readonly Row[], fail: (asked: Asked) => boolean = () => false) {
  const asked: Asked[] = [];
  const server: Server = {
    readNote: () => Promise.resolve(null),
    call: (_name, args) => {
      asked.push(args);
      if (fail(args)) return Promise.reject(new TransferError(0, 'TimeoutError'));
      const { history, since, after, page, is_fresh } = args;
      const isAfter = ({ rev, uid }: Row) =>
        rev > Number(since) || (rev === since && typeof after === 'string' && uid > after);
      const found = rows.filter(isAfter);
      const given = found.slice(0, Number(page));
      return Promise.resolve({
        history: 'h',
        rev: rows.at(-1)?.rev ?? 0,
        fresh: history === null || is_fresh === true,
        begins: history === null,
        more: given.length < found.length,
        rows: given.map(({ uid, rev }) => ({
          table: 'categories',
          row: { uid, rev, name: uid, updated_at: '2026-01-01', deleted_at: null },
        })),
      });
    },
  };
  return { server, asked };
}

async function deviceWith(server: Server, name = newUid()) {
  const replica = await Replica.open(name);
  const engine = new SyncEngine('ann', replica, {
    id: newUid(),
    post: () => undefined,
    listen: () => undefined,
    close: () => undefined,
  });
  const transfer = new Transfer(engine, { server, exclusively: (_name, run) => run() });
  const stop = () => {
    transfer.stop();
    engine.stop();
  };
  return { name, replica, engine, transfer, stop };
}

const rows = Array.from({ length: 3000 }, (_, at) => ({
  uid: String(at).padStart(4, '0'),
  rev: at + 1,
}));

test('design §5 pull: what is too long for the line is asked for in smaller pages, after what has come', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { server, asked } = historyOf(rows, ({ page }) => {
    // What takes longer than 20 s is given up.
    now += Number(page) * 40;
    return Number(page) > 500;
  });
  const { engine, transfer, stop } = await deviceWith(server);
  await transfer.load();
  await transfer.read();
  for (let tries = 0; tries < 2; tries += 1) await transfer.resume();
  expect(engine.rows('categories')).toHaveLength(rows.length);
  expect(asked.slice(0, 3).map(({ page }) => page)).toEqual([2000, 1000, 500]);
  // Nothing that has come is asked for again.
  const answered = asked.filter(({ page }) => Number(page) <= 500);
  expect(new Set(answered.map(({ since }) => since)).size).toBe(answered.length);
  stop();
});

test('design §5 pull: the copy knows how far it has come when the reading is cut', async () => {
  const name = newUid();
  const first = await deviceWith(historyOf(rows.slice(0, 10)).server, name);
  await first.transfer.load();
  await first.transfer.read();
  first.stop();
  // Another visit: one page comes, then the line is cut.
  const cut = historyOf(rows, ({ since }) => Number(since) > 10);
  const second = await deviceWith(cut.server, name);
  await second.transfer.load();
  await second.transfer.read();
  second.stop();
  const third = historyOf(rows);
  const last = await deviceWith(third.server, name);
  await last.transfer.load();
  await last.transfer.read();
  expect(third.asked[0]?.['since']).toBe(2009);
  expect(last.engine.rows('categories')).toHaveLength(rows.length);
  last.stop();
});

test('design §5 pull: what failed once is tried again soon, however many waited for it', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { server, asked } = historyOf(rows, () => true);
  const { transfer, stop } = await deviceWith(server);
  await transfer.load();
  await Promise.all(Array.from({ length: 10 }, () => transfer.read()));
  expect(asked).toHaveLength(1);
  expect(warned).toHaveBeenCalledTimes(1);
  // Half a second, then a second, then two.
  for (const [tries, delay] of [500, 1000, 2000].entries()) {
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(asked).toHaveLength(tries + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(tries + 2);
  }
  stop();
});

test('design §5 pull: what changes during a read, and is told of, is read after it', async () => {
  const stored: Row[] = [{ uid: 'a', rev: 1 }];
  const { server, asked } = historyOf(stored);
  const { engine, transfer, stop } = await deviceWith(server);
  const first = transfer.read();
  // The answer is on its way, without this one.
  stored.push({ uid: 'b', rev: 2 });
  await Promise.all([transfer.read(), transfer.read(), first]);
  expect(engine.rows('categories').map(({ uid }) => uid)).toEqual(['a', 'b']);
  expect(asked).toHaveLength(2);
  stop();
});

test('design §5 pull: a table and a column of a newer server hold up nothing', async () => {
  const known = { rev: 1, updated_at: '2026-01-01', deleted_at: null };
  const calls = [
    [
      { table: 'categories', row: { ...known, uid: 'a', name: 'Work', colour: 'red' } },
      { table: 'habits', row: { ...known, uid: 'b' } },
    ],
    [{ table: 'categories', row: { ...known, uid: 'c', name: 'Home' } }],
  ];
  const asked: Asked[] = [];
  const server: Server = {
    readNote: () => Promise.resolve(null),
    call: (_name, args) => {
      asked.push(args);
      const page = calls.shift() ?? [];
      const more = calls.length > 0;
      const begins = asked.length === 1;
      return Promise.resolve({ history: 'h', rev: 1, fresh: true, begins, more, rows: page });
    },
  };
  const { engine, transfer, stop } = await deviceWith(server);
  await transfer.load();
  await transfer.read();
  expect(engine.rows('categories').map(({ name }) => name)).toEqual(['Work', 'Home']);
  expect(asked[1]).toMatchObject({ since: 1, after: 'b' });
  stop();
});

test('design §3 deletions: one that is being written while a creation is answered has seen it', async () => {
  const sent: Record<string, unknown>[] = [];
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const server: Server = {
    readNote: () => Promise.resolve(null),
    call: async (name, args) => {
      if (name !== 'push_changes')
        return { history: 'h', rev: 0, fresh: true, begins: true, more: false, rows: [] };
      const changes = args['changes'] as { uid: string; delete?: true }[];
      sent.push(...changes);
      const isFirst = sent.length === changes.length;
      if (isFirst) {
        asked.resolve();
        await answered.promise;
      }
      const row = { rev: 7, edited_rev: 7, name: 'Work', updated_at: '2026-01-01' };
      const answers = changes.map(({ uid }) => ({
        row: { ...row, uid, deleted_at: isFirst ? null : '2026-01-01' },
      }));
      return { written_rev: 7, answers };
    },
  };
  const { engine, transfer, stop } = await deviceWith(server);
  await transfer.load();
  const [table, uid] = ['categories', newUid()] as const;
  await engine.change([{ table, uid, create: true, set: { name: 'Work' } }]);
  await asked.promise;
  const deleted = engine.change([{ table, uid, delete: true, seen: engine.seenRevision() }]);
  answered.resolve();
  await deleted;
  await transfer.send();
  expect(sent).toMatchObject([{ create: true }, { delete: true, seen: 7 }]);
  stop();
});

test('design §5 messages: hundreds that arrive at once are drawn twice, and all kept', async () => {
  const { server } = historyOf([]);
  const { name, engine, transfer, stop } = await deviceWith(server);
  await transfer.read();
  const drawn = vi.fn<() => void>();
  engine.subscribe('categories', drawn);
  const messages = Array.from({ length: 500 }, (_, at) => {
    const row = { uid: newUid(), rev: at + 1, name: `${at}`, updated_at: '2026-01-01' };
    return { table: 'categories', rev: at + 1, rows: [{ ...row, deleted_at: null }] };
  });
  const taken = messages.map((message) => transfer.receive(message));
  // The first is on the screen at once.
  expect(engine.rows('categories')).toHaveLength(1);
  await Promise.all(taken);
  expect(engine.rows('categories')).toHaveLength(500);
  expect(drawn).toHaveBeenCalledTimes(2);
  stop();
  const { rows: stored, cursor } = await (await Replica.open(name)).load();
  expect([stored.length, cursor]).toEqual([500, { history: 'h', rev: 499 }]);
});

test('design §5 outbox: what waits in the copy is sent when it is opened, before the live channel is there', async () => {
  const closed = await deviceWith(historyOf([]).server);
  await closed.replica.addChanges(
    [{ change: { table: 'categories', uid: 'a', set: { name: 'Office' } } }],
    'tab',
    0,
  );
  closed.stop();
  const call = vi.fn<Server['call']>(() => Promise.reject(new TransferError(0, 'Offline')));
  const server = { call, readNote: () => Promise.resolve(null) };
  const { transfer, stop } = await deviceWith(server, closed.name);
  await transfer.load();
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  const changes = [expect.objectContaining({ uid: 'a', set: { name: 'Office' } })];
  expect(call).toHaveBeenCalledWith('push_changes', expect.objectContaining({ changes }));
  stop();
});

test('design §5 live: what comes while another history takes the place of all rows is not replaced with them', async () => {
  const row = (uid: string, rev: number) => ({
    uid,
    rev,
    name: uid,
    updated_at: '2026-01-01',
    deleted_at: null,
  });
  const [kept, added] = [row('kept', 1), row('added', 2)];
  let device: Awaited<ReturnType<typeof deviceWith>> | undefined;
  const server: Server = {
    readNote: () => Promise.resolve(null),
    call: async (_name, { history, since }) => {
      const begins = history !== 'restored';
      if (history === 'old')
        await device?.transfer.receive({ table: 'categories', rev: 2, rows: [added] });
      const found = (history === null || begins ? [kept] : [kept, added]).filter(
        ({ rev }) => begins || rev > Number(since),
      );
      return {
        history: history === null ? 'old' : 'restored',
        rev: found.at(-1)?.rev ?? Number(since),
        fresh: begins,
        begins,
        more: false,
        rows: found.map((one) => ({ table: 'categories', row: one })),
      };
    },
  };
  device = await deviceWith(server);
  const { engine, transfer, stop } = device;
  await transfer.load();
  await transfer.read();
  await transfer.read();
  expect(engine.rows('categories').map(({ uid }) => uid)).toEqual(['kept', 'added']);
  stop();
});

test('design §5 live: what was lost with a connection is read, whatever comes by the next one before that succeeds', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const [known, heard, lost, next] = ['known', 'heard', 'lost', 'next'].map((uid, at) => ({
    uid,
    // The second and the third are of one request.
    rev: [1, 2, 2, 3][at] ?? 0,
    name: uid,
    updated_at: '2026-01-01',
    deleted_at: null,
  }));
  const stored = [known];
  let isDown = false;
  const { server, asked } = historyOf(stored as Row[], () => isDown);
  const { engine, transfer, stop } = await deviceWith(server);
  await transfer.load();
  await transfer.read();
  stored.push(heard, lost);
  await transfer.receive({ table: 'categories', rev: 2, rows: [heard] });
  // The connection ends here. The next one is there, and a busy server does not answer in time.
  isDown = true;
  await transfer.resume();
  stored.push(next);
  await transfer.receive({ table: 'categories', rev: 3, rows: [next] });
  isDown = false;
  await transfer.resume();
  expect(asked.at(-1)?.['since']).toBe(1);
  expect(engine.rows('categories').map(({ uid }) => uid)).toEqual(
    expect.arrayContaining(['heard', 'known', 'lost', 'next']),
  );
  stop();
});
