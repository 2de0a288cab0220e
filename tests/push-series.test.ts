import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { nextOccurrenceUid } from '#domain/uid.ts';
import { actor, type Actor } from './support/actors.ts';
import { ANY, done, push } from './support/changes.ts';
import { succeeded } from './support/outcomes.ts';

let ann: Actor;

beforeEach(async () => {
  ann = await actor('ann');
});

const daily = (set: object = {}) =>
  done(ann, {
    table: 'tasks',
    uid: randomUUID(),
    create: true,
    set: { title: 'Water', due_date: '2026-11-21', repeat_type: 'daily', ...set },
  });
const complete = (uid: string, completed = true) => ({
  table: 'tasks',
  uid,
  set: { completed },
  today: '2026-11-21',
});
const tasks = async () =>
  succeeded(await ann.client.from('tasks').select().is('deleted_at', null).order('due_date'));

test('design §3 who wins: completed twice: completed once, with one next occurrence', async () => {
  const { uid } = await daily();
  await Promise.all([push(ann, complete(uid)), push(ann, complete(uid))]);
  await push(ann, complete(uid));
  expect(await tasks()).toMatchObject([
    { uid, completed: true },
    { uid: nextOccurrenceUid(uid), completed: false, due_date: '2026-11-22' },
  ]);
});

test('design §3 who wins: completed here, edited there: both', async () => {
  const { uid } = await daily();
  await done(ann, complete(uid));
  await done(ann, { table: 'tasks', uid, set: { title: 'Water the roses' } });
  expect(await tasks()).toMatchObject([
    { uid, completed: true, title: 'Water the roses' },
    { title: 'Water', completed: false },
  ]);
});

test('design §3 who wins: the next occurrence made by a device and by the database: one', async () => {
  const { uid } = await daily();
  const successor = nextOccurrenceUid(uid);
  await done(ann, complete(uid));
  await done(ann, { table: 'tasks', uid: successor, set: { title: 'Edited offline' } });
  await done(ann, complete(uid, false));
  await done(ann, complete(uid));
  expect(await tasks()).toMatchObject([{ uid }, { uid: successor, title: 'Edited offline' }]);
});

const ruled = (recurrence: string, due_date: string) =>
  done(ann, {
    table: 'tasks',
    uid: randomUUID(),
    create: true,
    set: { title: 'Water', due_date, recurrence },
  });

test('design §3 who wins: a rule of another program completed on two devices: completed once, with one next occurrence', async () => {
  const { uid } = await ruled(
    'RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE;COUNT=9\nEXDATE:20261125\nDURATION:P1D',
    '2026-11-24',
  );
  await Promise.all([push(ann, complete(uid)), push(ann, complete(uid))]);
  const successor = nextOccurrenceUid(uid);
  const next = {
    uid: successor,
    completed: false,
    due_date: '2026-12-15',
    recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE;COUNT=7\nEXDATE:20261125\nDURATION:P1D',
    spawned_untouched: true,
  };
  expect(await tasks()).toMatchObject([{ uid, completed: true }, next]);
  await done(ann, complete(uid, false));
  expect(await tasks()).toMatchObject([{ uid, completed: false }]);
  await done(ann, complete(uid));
  expect(await tasks()).toMatchObject([{ uid, completed: true }, next]);
});

test('design §3: a rule of another program ends with COUNT and UNTIL, and goes with another repeat', async () => {
  for (const rule of ['FREQ=MONTHLY;BYDAY=2TU;COUNT=1', 'FREQ=MONTHLY;BYDAY=2TU;UNTIL=20261201'])
    await done(ann, complete((await ruled(`RRULE:${rule}`, '2026-11-10')).uid));
  expect(await tasks()).toMatchObject([{ completed: true }, { completed: true }]);

  const { uid } = await ruled('RRULE:FREQ=MONTHLY;BYDAY=2TU', '2026-12-08');
  const weekly = { table: 'tasks', uid, set: { repeat_type: 'weekly' } };
  expect(await done(ann, weekly)).toMatchObject({ repeat_type: 'weekly', recurrence: null });
  await done(ann, complete(uid));
  expect((await tasks()).at(-1)).toMatchObject({ due_date: '2026-12-15', recurrence: null });
});

test('design §3: what is no rule is refused, and one that is not understood ends with its task', async () => {
  for (const recurrence of ['FREQ=DAILY', 'RRULE:FREQ=DAILY\nX', `RRULE:${'A'.repeat(2500)}`]) {
    const set = { title: 'T', recurrence };
    const [answer] = await push(ann, { table: 'tasks', uid: randomUUID(), create: true, set });
    expect(answer).toMatchObject({ error: { code: '23514' } });
  }
  await done(ann, complete((await ruled('RRULE:FREQ=HOURLY', '2026-11-21')).uid));
  expect(await tasks()).toMatchObject([{ completed: true }]);
});

test('design §3: un-completing takes the successor back, completing again returns the same one', async () => {
  const { uid } = await daily({ due_date: '2026-01-31', repeat_type: 'monthly' });
  await done(ann, { ...complete(uid), today: '2026-01-31' });
  const [, first] = await tasks();
  await done(ann, complete(uid, false));
  expect(await tasks()).toMatchObject([{ uid, completed: false }]);
  await done(ann, { table: 'tasks', uid, set: { title: 'New', rank: 'a3' } });
  await done(ann, { ...complete(uid), today: '2026-01-31' });
  expect((await tasks())[1]).toMatchObject({
    uid: first.uid,
    id: first.id,
    title: 'New',
    rank: 'a3',
    due_date: '2026-02-28',
    // It comes back to the 31st.
    repeat_anchor_day: 31,
    spawned_untouched: true,
  });
});

test('design §3: a successor that somebody deleted comes back when its predecessor is completed again', async () => {
  const { uid } = await daily();
  const successor = nextOccurrenceUid(uid);
  await done(ann, complete(uid));
  await done(ann, { table: 'tasks', uid: successor, delete: true, seen: ANY });
  await done(ann, complete(uid, false));
  await done(ann, complete(uid));
  expect(await tasks()).toMatchObject([{ uid }, { uid: successor, completed: false }]);
});

test('design §3: a deleted successor that somebody typed in is theirs: un-completing leaves it', async () => {
  const { uid } = await daily({ repeat_type: 'monthly', due_date: '2026-01-31' });
  const successor = nextOccurrenceUid(uid);
  await done(ann, complete(uid));
  await done(ann, { table: 'tasks', uid: successor, delete: true, seen: ANY });
  const typed = { title: 'Mine now', due_date: '2026-03-15' };
  expect(await done(ann, { table: 'tasks', uid: successor, set: typed })).toMatchObject({
    ...typed,
    deleted_at: null,
    repeat_anchor_day: 15,
  });
  await done(ann, complete(uid, false));
  expect(await tasks()).toMatchObject([{ uid }, typed]);
});

test('design §3: a day that no calendar has is refused; a clock that is ahead by days is not believed', async () => {
  const { uid } = await daily();
  for (const today of ['-infinity', '2026-02-30', 'x']) {
    const [answer] = await push(ann, { ...complete(uid), today });
    expect(answer?.error?.code, today).toMatch(/^2200[78]$/);
  }
  await done(ann, { ...complete(uid), today: '2999-01-01' });
  const [, next] = await tasks();
  expect(Date.parse(next.due_date)).toBeLessThan(Date.now() + 4 * 86_400_000);
});

test('design §3 who wins: a category renamed here and used by its old name there: the uses follow, for 30 days', async () => {
  const category = randomUUID();
  await push(
    ann,
    { table: 'categories', uid: category, create: true, set: { name: 'Work' } },
    { table: 'tasks', uid: randomUUID(), create: true, set: { title: 'T', category: 'Work' } },
    { table: 'categories', uid: category, set: { name: 'Office' } },
  );
  const uses = [
    { table: 'tasks', set: { title: 'New', category: 'Work' } },
    { table: 'contacts', set: { last_name: 'New', category: 'Work' } },
    { table: 'folders', set: { name: 'New', category: 'Work' } },
  ].map((change) => ({ ...change, uid: randomUUID(), create: true }));
  for (const use of uses) expect(await done(ann, use)).toMatchObject({ category: 'Office' });
  expect(await tasks()).toMatchObject([{ category: 'Office' }, { category: 'Office' }]);
  await done(ann, { table: 'categories', uid: category, set: { name: 'Desk' } });
  expect(await daily({ category: 'Work' })).toMatchObject({ category: 'Desk' });
  expect(await daily({ category: 'Office' })).toMatchObject({ category: 'Desk' });
  // Until there is a category of that name again.
  await done(ann, { table: 'categories', uid: randomUUID(), create: true, set: { name: 'Work' } });
  expect(await daily({ category: 'Work' })).toMatchObject({ category: 'Work' });
});
