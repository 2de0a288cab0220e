import {
  createClient,
  REALTIME_SUBSCRIBE_STATES as STATES,
  type RealtimeChannel,
  type SupabaseClient,
} from '@supabase/supabase-js';
import type { TestStack } from '../../stack/testing.ts';
import type { Person } from '../person.ts';

type Row = { id: number; updated_at: string } & Record<string, unknown>;
type Message =
  | { table: string; op: 'INSERT' | 'UPDATE'; rows: Row[] }
  | { table: string; op: 'DELETE'; ids: number[] };

/** A change as both sides name it: what the writer was answered, what the others were told. */
type ChangeKey = string;

const keyOf = (op: string, row: Pick<Row, 'id'> & Partial<Row>): ChangeKey =>
  `${op} ${row.id} ${row.updated_at ?? ''}`;

/** What stands for a browser tab: the client that the web app uses, on the web app's topic. */
export class Tab {
  /** When each own change was asked for. */
  readonly sent = new Map<ChangeKey, number>();
  /** When each change was received, each time. */
  readonly received = new Map<ChangeKey, number[]>();
  /** The tasks as the messages tell. */
  readonly rows = new Map<number, Row>();
  readonly #client: SupabaseClient;
  readonly #own: number[] = [];
  #channel: RealtimeChannel | undefined;
  #step = 0;

  constructor(stack: TestStack, person: Person) {
    this.#client = createClient(stack.url, stack.publishableKey, {
      accessToken: async () => person.accessToken,
    });
  }

  async open(userId: string): Promise<void> {
    await this.#client.realtime.setAuth();
    const channel = this.#client.channel(`user:${userId}`, { config: { private: true } });
    this.#channel = channel;
    channel.on('broadcast', { event: 'change' }, ({ payload }: { payload: Message }) =>
      this.#receive(payload),
    );
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === STATES.SUBSCRIBED) resolve();
        else if (status !== STATES.CLOSED) reject(error ?? new Error(`The channel is ${status}`));
      });
    });
  }

  #receive(message: Message): void {
    const now = performance.now();
    if (message.table !== 'tasks') return;
    const changed = message.op === 'DELETE' ? message.ids.map((id) => ({ id })) : message.rows;
    for (const row of changed) {
      const key = keyOf(message.op, row);
      this.received.set(key, [...(this.received.get(key) ?? []), now]);
    }
    if (message.op === 'DELETE') for (const id of message.ids) this.rows.delete(id);
    else for (const row of message.rows) this.rows.set(row.id, row);
  }

  /** Adds, edits, completes and deletes tasks by turns, one change at each call. */
  async change(): Promise<void> {
    const tasks = this.#client.from('tasks');
    const [oldest, newest] = [this.#own.at(0), this.#own.at(-1)];
    const began = performance.now();
    const step = this.#step % 5;
    this.#step += 1;
    if (oldest === undefined || newest === undefined || step === 0 || step === 2) {
      const { data, error } = await tasks.insert({ title: 'Buy milk' }).select().single<Row>();
      if (error) throw error;
      this.#own.push(data.id);
      this.sent.set(keyOf('INSERT', data), began);
    } else if (step === 4) {
      const { data, error } = await tasks
        .update({ deleted_at: new Date().toISOString() })
        .eq('id', oldest)
        .select()
        .single<Row>();
      if (error) throw error;
      this.#own.shift();
      this.sent.set(keyOf('UPDATE', data), began);
    } else {
      const { data, error } =
        step === 1
          ? await tasks
              .update({ title: `Buy ${this.#step} litres of milk` })
              .eq('id', newest)
              .select()
              .single<Row>()
          : await this.#client
              .rpc('toggle_task', { task_id: newest, today: '2026-11-21' })
              .single<Row>();
      if (error) throw error;
      this.sent.set(keyOf('UPDATE', data), began);
    }
  }

  /** The tasks as they are in the database. */
  async read(): Promise<Row[]> {
    const { data, error } = await this.#client.from('tasks').select('*').order('id');
    if (error) throw error;
    return data;
  }

  async close(): Promise<void> {
    await this.#channel?.unsubscribe();
    await this.#client.realtime.disconnect();
  }
}
