import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { addDays } from '#domain/dates.ts';
import { nextOccurrence, repeatTypes } from '#domain/repeat.ts';
import { connect } from '../support/database.ts';

let database: Client;

beforeAll(async () => {
  database = await connect();
});

// How long after its due date a task is completed; negative: before it.
const delays = [-40, 0, 1, 2, 7, 13, 31, 100, 1500];
const TEN_YEARS = 3653;

type Case = { due: string | null; today: string; anchor: number | null };

function* cases(): Generator<Case> {
  for (let day = 0; day < TEN_YEARS; day += 1) {
    const due = addDays('2023-01-01', day);
    const own = Number(due.slice(8));
    for (const delay of delays) {
      const today = addDays(due, delay);
      yield { due, today, anchor: null };
      // The last day of a short month may stand for a later day of longer ones.
      if (own >= 28) yield { due, today, anchor: 31 };
    }
    yield { due: null, today: due, anchor: null };
  }
}

test.each(repeatTypes)(
  'design §3 repeat: database and domain agree on %s over ten years of dates',
  async (rule) => {
    const all = [...cases()];
    const { rows } = await database.query<{ next: string | null }>(
      `select private.next_occurrence($1::public.repeat_type, c.due, c.today, c.anchor)::text as next
       from unnest($2::date[], $3::date[], $4::integer[]) with ordinality as c (due, today, anchor, place)
       order by c.place`,
      [
        rule,
        all.map(({ due }) => due),
        all.map(({ today }) => today),
        all.map(({ anchor }) => anchor),
      ],
    );
    const disagreements = all.flatMap((one, place) => {
      const ours = nextOccurrence(rule, one.due, one.today, one.anchor);
      const theirs = rows[place]?.next ?? null;
      return ours === theirs ? [] : [{ ...one, ours, theirs }];
    });
    expect(rows).toHaveLength(all.length);
    expect(disagreements.slice(0, 5)).toEqual([]);
  },
);

test('design §3 repeat: database and domain agree at the ends of the calendar', async () => {
  for (const rule of repeatTypes) {
    for (const due of ['0001-01-01', '9999-11-30', '9999-12-31']) {
      const { rows } = await database.query<{ next: string | null }>(
        'select private.next_occurrence($1, $2, $2, null)::text as next',
        [rule, due],
      );
      expect(rows[0]?.next, `${rule} ${due}`).toBe(nextOccurrence(rule, due, due, null));
    }
  }
});
