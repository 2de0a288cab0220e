import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { tableNames, type AnyRow, type TableName } from '../../web/src/sync/changes.ts';
import type { SyncEngine } from '../../web/src/sync/engine.ts';
import { isRestorable } from '../../web/src/sync/overlay.ts';
import { Device, type Owner, type Place, type Tab } from './device.ts';
import { Ledger, type StoredRow } from './ledger.ts';
import { persist } from './persist.ts';
import { DEVICES, type Program, type Step } from './program.ts';
import { faultsOf, type Rows } from './verdict.ts';
import { doingOf } from './wishes.ts';

/** Milliseconds after which a device gives a request up, and in which all devices have to agree. */
const PATIENCE = 3000;
/** On a busy machine an answer to a more frequent one comes late, and everybody connects again and reads. */
const HEARTBEAT = 2000;
const AGREED_WITHIN = 60_000;
/** Milliseconds until the database is asked again where nothing happens on any device. */
const LOOKS_EVERY = 500;

export type World = {
  place: Place;
  owner: Owner;
  /** A client of the owner's that nothing befalls. */
  client: SupabaseClient;
  /** An access token with these claims, as the installation signs it. */
  sign: (claims: Record<string, unknown>) => string;
};

/** One history: three devices with up to two tabs each, until everything is still again. */
export class History {
  readonly #program: Program;
  readonly #world: World;
  readonly #ledger = new Ledger();
  readonly #devices: Device[];
  /** Notes in which somebody chose one of two texts. */
  readonly #chosen = new Set<string>();
  readonly #refused = new Set<string>();

  constructor(program: Program, world: World) {
    this.#program = program;
    this.#world = world;
    this.#devices = DEVICES.map(
      (name, at) =>
        new Device({
          name,
          owner: world.owner,
          place: world.place,
          clock: program.clocks[at] ?? 0,
          onAnswer: this.#ledger.of(name),
          onRefused: ({ entry, code }) => this.#refused.add(`${entry.change.uid} ${code}`),
          patience: PATIENCE,
          heartbeat: HEARTBEAT,
          isUnpacked: true,
        }),
    );
  }

  /** Plays the history and judges its end; throws what is wrong with it. Resolves to how many changes the server has answered. */
  async play(): Promise<number> {
    try {
      for (const device of this.#devices) {
        await persist(() => device.signIn());
        await device.open();
      }
      for (const step of this.#program.steps) await this.#do(step);
      await this.#calm();
      const stored = await this.#agree();
      const faults = faultsOf({
        arrivals: this.#ledger.arrivals(),
        stored,
        texts: await persist(() => this.#texts()),
        chosen: this.#chosen,
      });
      if (faults.length > 0) throw new Error(faults.join('\n'));
      await this.#restoreAll(stored);
      return this.#ledger.arrivals().length;
    } finally {
      await Promise.all(this.#devices.map((device) => device.discard()));
    }
  }

  get #tabs(): Tab[] {
    return this.#devices.flatMap(({ tabs }) => tabs);
  }

  async #do(step: Step): Promise<void> {
    const device = this.#devices[step.device];
    if (!device) return;
    const tab = device.tabs[Math.floor(step.tab * device.tabs.length)];
    if (step.does === 'network') device.connection.network = step.network;
    else if (step.does === 'expire') device.expire(this.#world.sign, step.isKnown);
    else if (!tab || step.does === 'open') {
      if (device.tabs.length < 2) await device.open();
    } else if (step.does === 'close') await tab.close();
    else if (step.does === 'crash') tab.crash();
    else if (step.does === 'choose') await this.#choose(tab, step.tab < 0.5 ? 'mine' : 'theirs');
    else if (step.does === 'look') await device.onItsClock(() => this.#look(device, tab));
    else if (step.does === 'change') {
      await device.onItsClock(async () => {
        const { changes, ...options } = await doingOf(tab, step.wish);
        const kept = tab.engine.change(changes, options);
        if (!step.isCut) return kept;
        tab.crash();
        // On the disk or not: nobody was told that it is.
        await kept.catch(() => undefined);
      });
    }
  }

  /** Somebody comes back to the tab, and everybody catches breath. */
  async #look({ connection }: Device, { transfer }: Tab): Promise<void> {
    if (connection.network === 'dead' || connection.network === 'deaf') await delay(5);
    else await transfer.resume();
  }

  async #choose({ engine }: Tab, choice: 'mine' | 'theirs'): Promise<void> {
    for (const { seq, change, conflict } of engine.waiting()) {
      if (!conflict) continue;
      this.#chosen.add(change.uid);
      await engine.resolveConflict(seq, choice);
    }
  }

  /** All networks are back. Whoever was cut knows; whoever was dead finds out. */
  async #calm(): Promise<void> {
    for (const device of this.#devices) {
      device.connection.network = 'ok';
      if (device.tabs.length === 0) await device.open();
    }
  }

  /** Waits until nothing waits and all tabs show what the database has. */
  async #agree(): Promise<Rows> {
    const deadline = performance.now() + AGREED_WITHIN;
    for (;;) {
      for (const tab of this.#tabs) await this.#choose(tab, 'mine');
      const isSent = this.#tabs.every(({ engine }) => engine.status.waiting === 0);
      const [shown, ...others] = isSent ? this.#tabs.map(({ engine }) => shownBy(engine)) : [];
      // The database is asked when the devices agree among each other.
      if (shown && others.every((other) => isDeepStrictEqual(other, shown))) {
        const stored = await this.#stored();
        if (isDeepStrictEqual(shown, stored)) return stored;
      }
      if (performance.now() > deadline) throw new Error(await this.#disagreement());
      await this.#somethingHappens();
    }
  }

  /** Resolves soon after a tab shows something else, and now and then without that. */
  async #somethingHappens(): Promise<void> {
    const happened = Promise.withResolvers<void>();
    const stops = this.#tabs.flatMap(({ engine }) => [
      engine.statusChanged.add(happened.resolve),
      ...tableNames.map((table) => engine.subscribe(table, happened.resolve)),
    ]);
    const timer = setTimeout(happened.resolve, LOOKS_EVERY);
    await happened.promise;
    clearTimeout(timer);
    for (const stop of stops) stop();
    // What comes together is looked at together.
    await delay(10);
  }

  /** What differs after all that time. */
  async #disagreement(): Promise<string> {
    const stored = await this.#stored();
    const lines = this.#devices.flatMap(({ options: { name }, tabs }) =>
      tabs.flatMap(({ engine, seen }, at) => {
        const waiting = engine.waiting();
        const shown = shownBy(engine);
        const rows = tableNames.flatMap((table) => differences(table, shown[table], stored[table]));
        const all = [...waiting.map((entry) => `waits ${JSON.stringify(entry)}`), ...rows];
        if (all.length > 0) all.push(...seen.slice(-40));
        return all.map((line) => `${name}, tab ${at + 1}: ${line}`);
      }),
    );
    return `They do not agree after ${AGREED_WITHIN / 1000} s\n${lines.slice(0, 60).join('\n')}`;
  }

  async #stored(): Promise<Rows> {
    const { data, error } = await this.#world.client.rpc('pull_changes');
    if (error) return noRows();
    const rows = noRows();
    for (const { table, row } of (data as { rows: { table: TableName; row: StoredRow }[] }).rows)
      rows[table].push(row);
    for (const table of tableNames) rows[table].sort((a, b) => (a.uid < b.uid ? -1 : 1));
    return rows;
  }

  async #texts(): Promise<Map<string, string>> {
    const { data, error } = await this.#world.client.from('notes').select('uid, content');
    if (error) throw new Error(error.message);
    return new Map(data.map(({ uid, content }) => [String(uid), String(content ?? '')]));
  }

  /** Every row in the trash comes back, whole. */
  async #restoreAll(before: Rows): Promise<void> {
    const [tab] = this.#tabs;
    if (!tab) return;
    const inTrash = (['folders', 'tasks', 'contacts', 'notes'] as const).flatMap((table) =>
      before[table]
        .filter(({ deleted_at }) => isRestorable({ deleted_at }))
        .map((row) => ({ table, row })),
    );
    await tab.engine.change(
      inTrash.map(({ table, row: { uid } }) => ({ table, uid, restore: true as const })),
    );
    const after = await this.#agree();
    for (const { table, row } of inTrash) {
      const back = after[table].find(({ uid }) => uid === row.uid);
      if (back?.deleted_at !== null) throw new Error(`${table} ${row.uid} did not come back`);
      if (!isDeepStrictEqual(ownOf(back), ownOf(row)))
        throw new Error(`${table} ${row.uid} came back as another: ${JSON.stringify([row, back])}`);
    }
  }
}

/** A row without its place and without what the database keeps about it. */
function ownOf(row: StoredRow): Record<string, unknown> {
  const kept = ['rev', 'deleted_at', 'deleted_with', 'updated_at', 'folder_uid', 'parent_uid'];
  return Object.fromEntries(Object.entries(row).filter(([column]) => !kept.includes(column)));
}

function noRows(): Rows {
  return { tasks: [], categories: [], contacts: [], folders: [], notes: [] };
}

/** Everything that a tab shows, deleted rows too. */
function shownBy(engine: SyncEngine): Rows {
  const of = (table: TableName) =>
    [...engine.rows(table), ...engine.deletedRows(table)]
      .map((row: AnyRow): StoredRow => ({ ...row }))
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  return {
    tasks: of('tasks'),
    categories: of('categories'),
    contacts: of('contacts'),
    folders: of('folders'),
    notes: of('notes'),
  };
}

function differences(table: TableName, shown: StoredRow[], stored: StoredRow[]): string[] {
  const uids = new Set([...shown, ...stored].map(({ uid }) => uid));
  return [...uids].flatMap((uid) => {
    const of = (rows: StoredRow[]) => rows.find((row) => row.uid === uid);
    const [here, there] = [of(shown), of(stored)];
    if (isDeepStrictEqual(here, there)) return [];
    return [`${table} ${uid}: ${JSON.stringify(here)} instead of ${JSON.stringify(there)}`];
  });
}
