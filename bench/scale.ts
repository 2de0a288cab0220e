import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Client } from 'pg';
import * as z from 'zod';
import { startTestStack, type TestStack } from '../stack/testing.ts';
import { signToken } from '../stack/tokens/tokens.ts';
import { percentile, type Figure } from './figures.ts';
import { createPerson } from './person.ts';
import { addUsers, TASKS_EACH, userId } from './scale/fill.ts';
import { explainEverything, workOf, type Work } from './scale/plans.ts';
import { asService, asUser, type Own, type Question } from './scale/screens.ts';

const FEW = 10;
const MANY = 10_000;
/** Requests of each kind, by different people; statements are prepared from the second one on. */
const CALLS = 10;

type Summary = { ms: number; rowsRead: number; indexes: Set<string>; scanned: Set<string> };

function summarise(works: readonly Work[]): Summary {
  return {
    ms: percentile(
      works.map(({ ms }) => ms),
      50,
    ),
    rowsRead: Math.max(...works.map(({ rowsRead }) => rowsRead)),
    indexes: new Set(works.flatMap(({ indexes }) => [...indexes])),
    scanned: new Set(works.flatMap(({ scanned }) => [...scanned])),
  };
}

async function ownOf(database: Client, id: string): Promise<Own> {
  const uids = async (table: string) => {
    const query = `select uid from public.${table} where user_id = $1 order by id`;
    return (await database.query<{ uid: string }>(query, [id])).rows.map(({ uid }) => uid);
  };
  const history = await database.query<{ uid: string; rev: string }>(
    'select uid, rev from private.lock_history($1)',
    [id],
  );
  const openTasks = await database.query<{ id: string; uid: string }>(
    'select id, uid from public.tasks where user_id = $1 and not completed order by id',
    [id],
  );
  const notes = await database.query<{ uid: string; content_rev: string }>(
    'select uid, content_rev from public.notes where user_id = $1 order by id',
    [id],
  );
  const [begun] = history.rows;
  return {
    userId: id,
    history: begun?.uid ?? '',
    rev: Number(begun?.rev ?? 0),
    openTasks: openTasks.rows.map((task) => ({ id: Number(task.id), uid: task.uid })),
    contacts: await uids('contacts'),
    notes: notes.rows.map((note) => ({ uid: note.uid, content_rev: Number(note.content_rev) })),
    folders: await uids('folders'),
    categories: await uids('categories'),
  };
}

const NOBODY: Own = {
  userId: '',
  history: '',
  rev: 0,
  openTasks: [],
  contacts: [],
  notes: [],
  folders: [],
  categories: [],
};

class Scale {
  readonly #stack: TestStack;
  readonly #database: Client;
  readonly #jwtSecret: string;

  constructor(stack: TestStack, database: Client, jwtSecret: string) {
    this.#stack = stack;
    this.#database = database;
    this.#jwtSecret = jwtSecret;
  }

  #clientOf(id: string): SupabaseClient {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const token = signToken({ sub: id, role: 'authenticated', exp }, this.#jwtSecret);
    const options = { accessToken: async () => token };
    return createClient(this.#stack.url, this.#stack.publishableKey, options);
  }

  async #work(question: Question, client: SupabaseClient, own: Own): Promise<Work> {
    return workOf(this.#stack, this.#database, async () => {
      const { error } = await question.ask(client, own);
      if (error) throw new Error(`${question.name}: ${JSON.stringify(error)}`);
    });
  }

  /** Every question, asked by people picked from all over the table. */
  async ask(users: number, from: number): Promise<Map<string, Summary>> {
    const summaries = new Map<string, Summary>();
    const people: { client: SupabaseClient; id: string }[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const id = userId(from + Math.floor((call * (users - from + 1)) / CALLS));
      people.push({ client: this.#clientOf(id), id });
    }
    for (const question of asUser) {
      const works: Work[] = [];
      for (const { client, id } of people) {
        const own = await ownOf(this.#database, id);
        works.push(await this.#work(question, client, own));
      }
      summaries.set(question.name, summarise(works));
    }
    const service = createClient(this.#stack.url, this.#stack.secretKey);
    for (const question of asService) {
      const works: Work[] = [];
      for (let call = 0; call < CALLS; call += 1) {
        works.push(await this.#work(question, service, NOBODY));
      }
      summaries.set(question.name, summarise(works));
    }
    const works: Work[] = [];
    for (let call = 0; call < 3; call += 1) {
      const visit = async () => {
        const { client } = await createPerson(this.#stack, `scale-${users}-${call}`);
        const refreshed = await client.auth.refreshSession();
        const { error } = refreshed.error ? refreshed : await client.auth.getUser();
        if (error) throw error;
        await client.auth.signOut();
      };
      works.push(await workOf(this.#stack, this.#database, visit));
    }
    summaries.set('register, sign in, refresh, sign out', summarise(works));
    return summaries;
  }
}

function figuresOf(name: string, few: Summary, many: Summary): Figure[] {
  const round = (value: number) => Math.round(value * 100) / 100;
  const [first = 'no index', ...others] = many.indexes;
  const how = others.length > 0 ? `${first} and ${others.length} more` : first;
  return [
    { name: `${name}, ${FEW * TASKS_EACH} tasks`, value: few.ms, unit: 'ms' },
    {
      name: `… ${MANY * TASKS_EACH} tasks, by ${how}`,
      value: many.ms,
      unit: 'ms',
      // In so large a table each row lies in a page of its own, which must be fetched, and written
      // to the log whole when it is the first change of it.
      limit: round(few.ms * 2 + 0.5 + many.rowsRead * 0.02),
    },
    { name: '… rows read', value: many.rowsRead, unit: '', limit: few.rowsRead + 10 },
  ];
}

function tablesReadWhole(many: ReadonlyMap<string, Summary>): Figure[] {
  const found = [...many].flatMap(([name, { scanned }]) =>
    [...scanned].map((table) => ({ name: `reads all of ${table}: ${name}`, value: 1, unit: '' })),
  );
  return [...found, { name: 'tables read whole', value: found.length, unit: '', limit: 0 }];
}

/**
 * What the database does for every request of the screens, with 10 users and with 10,000 users
 * who have a million tasks: measured in it by auto_explain, through the whole stack.
 */
export async function measure(): Promise<Figure[]> {
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000' } });
  const database = new Client({ connectionString: stack.databaseUrl });
  try {
    await database.connect();
    const secrets: unknown = JSON.parse(
      await readFile(join(stack.dataDir, 'secrets.json'), 'utf8'),
    );
    const { jwtSecret } = z.object({ jwtSecret: z.string() }).parse(secrets);
    await explainEverything(database);
    const scale = new Scale(stack, database, jwtSecret);
    await addUsers(database, 1, FEW);
    const few = await scale.ask(FEW, 1);
    await addUsers(database, FEW + 1, MANY);
    const many = await scale.ask(MANY, FEW + 1);
    const figures: Figure[] = [];
    for (const [name, summary] of few) {
      const later = many.get(name);
      if (later) figures.push(...figuresOf(name, summary, later));
    }
    return [...figures, ...tablesReadWhole(many)];
  } finally {
    await database.end();
    await stack.stop();
  }
}
