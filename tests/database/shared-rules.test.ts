import * as fc from 'fast-check';
import { generateKeyBetween } from 'fractional-indexing';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from 'pg';
import { nextOccurrenceUid } from '#domain/uid.ts';
import { connect } from '../support/database.ts';

let database: Client;

beforeAll(async () => {
  database = await connect();
});

async function one<T>(sql: string, values: unknown[]): Promise<T[]> {
  const { rows } = await database.query<{ answer: T }>(sql, values);
  return rows.map(({ answer }) => answer);
}

const ranksAt = (places: number[]) =>
  one<string>(
    `select private.rank_at(p.place) as answer
     from unnest($1::bigint[]) with ordinality as p (place, n) order by p.n`,
    [places],
  );
const placesOf = async (ranks: string[]) =>
  (
    await one<string>(
      `select private.place_of(r.rank) as answer
       from unnest($1::text[]) with ordinality as r (rank, n) order by r.n`,
      [ranks],
    )
  ).map(Number);

test('design §3: database and domain derive the same uid for a next occurrence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uuid(), { minLength: 1, maxLength: 200 }), async (uids) => {
      const theirs = await one<string>(
        `select private.next_occurrence_uid(u.uid) as answer
         from unnest($1::uuid[]) with ordinality as u (uid, n) order by u.n`,
        [uids],
      );
      expect(theirs).toEqual(uids.map(nextOccurrenceUid));
    }),
    { numRuns: 20 },
  );
});

test('design §3: ranks by number are the keys that fractional-indexing makes one after the other', async () => {
  const [behind, before]: [string[], string[]] = [['a0'], []];
  while (behind.length < 4200) behind.push(generateKeyBetween(behind.at(-1) ?? null, null));
  while (before.length < 4200) before.push(generateKeyBetween(null, before.at(-1) ?? 'a0'));
  const keys = [...before.toReversed(), ...behind];
  const places = keys.map((_, at) => at - before.length);
  expect(await ranksAt(places)).toEqual(keys);
  expect(await placesOf(keys)).toEqual(places);
});

// Five digits: as many as the table takes.
const place = fc.integer({ min: -900_000_000, max: 900_000_000 });

test('design §3: any number and its rank name one another, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 2, maxLength: 200 }), async (places) => {
      const ranks = await ranksAt(places);
      expect(await placesOf(ranks)).toEqual(places);
      const byRank = places.toSorted((a, b) => {
        const [one_, other] = [ranks[places.indexOf(a)] ?? '', ranks[places.indexOf(b)] ?? ''];
        return one_ < other ? -1 : one_ > other ? 1 : 0;
      });
      expect(byRank).toEqual(places.toSorted((a, b) => a - b));
      // The neighbour on either side is fractional-indexing's, too.
      for (const [at, rank] of ranks.slice(0, 5).entries()) {
        const number = places[at] ?? 0;
        expect(await ranksAt([number - 1, number + 1])).toEqual([
          generateKeyBetween(null, rank),
          generateKeyBetween(rank, null),
        ]);
      }
    }),
    { numRuns: 20 },
  );
});

test('design §3: what people drag together lies where the database sorts it, and its number is that below it', async () => {
  const drags = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(place, drags, async (start, steps) => {
      const list = await ranksAt([start]);
      for (const step of steps) {
        const at = step % (list.length + 1);
        list.splice(at, 0, generateKeyBetween(list[at - 1] ?? null, list[at] ?? null));
      }
      const sorted = await one<string>(
        `select r.rank as answer from unnest($1::text[]) as r (rank) order by r.rank collate "C"`,
        [list.toReversed()],
      );
      expect(sorted).toEqual(list);
      const places = await placesOf(list);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const whole = await ranksAt(places);
      for (const [n, rank] of list.entries())
        expect(whole[n] !== undefined && whole[n] <= rank).toBe(true);
    }),
    { numRuns: 30 },
  );
});
