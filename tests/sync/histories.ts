import { generateKeyBetween } from 'fractional-indexing';
import { newUid } from '../../supabase/functions/_shared/domain/uid.ts';
import { tableNames, type Change, type TableName } from '../../web/src/sync/changes.ts';
import type { SyncEngine } from '../../web/src/sync/engine.ts';
import type { Actor } from '../support/actors.ts';
import { Device, type Network, type Tab } from './device.ts';

/** Random numbers that come again with their seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NETWORKS: readonly Network[] = ['ok', 'ok', 'ok', 'offline', 'answers-lost', 'sent-twice'];
const REPEATS = ['none', 'none', 'daily', 'weekly', 'monthly', 'daily-weekday'];

/** One random history: three devices with up to two tabs each, until everything is still again. */
export class History {
  readonly devices: Device[];
  readonly #random: () => number;
  /** Rows that a device has made. */
  readonly created: { table: TableName; uid: string }[] = [];
  #texts = 0;

  constructor(seed: number, actor: Actor) {
    this.#random = randomOf(seed);
    this.devices = ['phone', 'laptop', 'tablet'].map(
      (name) => new Device(`${name}-${seed}`, actor),
    );
  }

  async run(steps: number): Promise<void> {
    for (const device of this.devices) await device.open();
    for (let step = 0; step < steps; step += 1) await this.#step();
  }

  /** All networks back, everything sent and read. */
  async calm(): Promise<void> {
    for (const device of this.devices) {
      device.network = 'ok';
      if (device.tabs.length === 0) await device.open();
    }
    for (let round = 0; round < 3; round += 1) {
      for (const device of this.devices) await device.reconnect();
    }
  }

  get tabs(): Tab[] {
    return this.devices.flatMap(({ tabs }) => tabs);
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) await tab.close();
  }

  #pick<One>(from: readonly One[]): One | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  #text(): string {
    this.#texts += 1;
    return `text ${this.#texts}`;
  }

  async #step(): Promise<void> {
    const device = this.#pick(this.devices);
    if (!device) return;
    const dice = this.#random();
    if (dice < 0.06) {
      device.network = this.#pick(NETWORKS) ?? 'ok';
      if (device.network === 'ok') await device.reconnect();
    } else if (dice < 0.08 && device.tabs.length < 2 && device.network === 'ok') {
      await device.open();
    } else if (dice < 0.1 && device.tabs.length > 1) {
      await this.#pick(device.tabs)?.close();
    } else {
      const tab = this.#pick(device.tabs);
      const changes = tab && this.#changes(tab.engine);
      if (tab && changes) await tab.engine.change(changes);
    }
  }

  #changes(engine: SyncEngine): Change[] | undefined {
    const table = this.#pick([
      'tasks',
      'tasks',
      'tasks',
      'notes',
      'notes',
      'folders',
      'contacts',
      'categories',
    ] as const);
    if (!table) return undefined;
    const row = this.#pick(engine.rows(table));
    const deleted = this.#pick(engine.deletedRows(table));
    const dice = this.#random();
    if (!row || dice < 0.25) return [this.#create(engine, table)];
    const { uid } = row;
    if (dice < 0.37) return [{ table, uid, delete: true, seen: seenBy(engine) }];
    if (dice < 0.45 && deleted) return [{ table, uid: deleted.uid, restore: true }];
    if (dice < 0.47 && deleted && table !== 'categories')
      return [{ table, uid: deleted.uid, erase: true }];
    return [this.#edit(engine, table, uid)];
  }

  #create(engine: SyncEngine, table: TableName): Change {
    const uid = newUid();
    this.created.push({ table, uid });
    const category = this.#pick(engine.rows('categories'))?.name ?? null;
    const folder = this.#pick(engine.rows('folders'))?.uid ?? null;
    const set = {
      tasks: () => ({
        title: this.#text(),
        category,
        due_date: this.#pick(['2026-01-31', '2026-11-20', null]),
        repeat_type: this.#pick(REPEATS),
      }),
      categories: () => ({ name: this.#pick(['Garden', 'Work', 'Kitchen', this.#text()]) }),
      contacts: () => ({ first_name: this.#text(), category: category ?? 'none' }),
      folders: () => ({ name: this.#text(), parent_uid: folder, category: category ?? '' }),
      notes: () => ({ title: this.#text(), content: 'one\n\ntwo\n\nthree', folder_uid: folder }),
    }[table]();
    return { table, uid, create: true, set };
  }

  #edit(engine: SyncEngine, table: TableName, uid: string): Change {
    const text = this.#text();
    const category = this.#pick(engine.rows('categories'))?.name ?? null;
    const folder = this.#pick(engine.rows('folders'))?.uid ?? null;
    if (table === 'tasks') {
      const done = engine.row('tasks', uid)?.completed ?? false;
      const set = this.#pick([
        { title: text },
        { description: text },
        { completed: !done },
        { completed: !done },
        { rank: this.#rank(engine) },
        { category },
        { due_date: '2026-12-24' },
      ]);
      return { table, uid, set: set ?? {}, today: '2026-11-22' };
    }
    if (table === 'folders') {
      return {
        table,
        uid,
        set:
          this.#pick([{ name: text }, { parent_uid: folder }, { category: category ?? '' }]) ?? {},
      };
    }
    if (table === 'notes') {
      return { table, uid, set: this.#pick([{ title: text }, { folder_uid: folder }]) ?? {} };
    }
    if (table === 'categories') return { table, uid, set: { name: this.#pick(['Garden', text]) } };
    return {
      table,
      uid,
      set:
        this.#pick([{ last_name: text }, { company: text }, { category: category ?? 'none' }]) ??
        {},
    };
  }

  #rank(engine: SyncEngine): string {
    const ranks = engine.rows('tasks').flatMap(({ rank }) => (rank === null ? [] : [rank]));
    const sorted = [...new Set(ranks)].toSorted((a, b) => (a < b ? -1 : 1));
    const at = Math.floor(this.#random() * (sorted.length + 1));
    return generateKeyBetween(sorted[at - 1] ?? null, sorted[at] ?? null);
  }
}

/** The greatest revision that a device has seen. */
export function seenBy(engine: SyncEngine): number {
  return Math.max(
    0,
    ...tableNames.flatMap((table) =>
      [...engine.rows(table), ...engine.deletedRows(table)].map(({ rev }) => rev),
    ),
  );
}

/** Everything a tab shows, deleted rows too, in one order. */
export function shownBy(engine: SyncEngine): Record<TableName, Record<string, unknown>[]> {
  const of = (table: TableName) =>
    [...engine.rows(table), ...engine.deletedRows(table)]
      .map((row) => ({ ...row }))
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  return {
    tasks: of('tasks'),
    categories: of('categories'),
    contacts: of('contacts'),
    folders: of('folders'),
    notes: of('notes'),
  };
}
