import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What every table has. `updated_at` grows with every change of a row (set by the database). */
export type LiveRow = { id: number | string; updated_at: string };

/** Rows as they are now, and ids of rows that are gone. */
export type Change<Row extends LiveRow> = { rows?: readonly Row[]; removed?: readonly Row['id'][] };

type Options<Row extends LiveRow> = {
  /** Name in the database and in the messages of the live channel. */
  table: string;
  /** First part of every query key under which a list of these rows is cached. */
  root: string;
  /** Whether a row is in the list cached under `key`. */
  belongs: (row: Row, key: QueryKey) => boolean;
  /** Reads the rows with these ids, at most a page of them; missing ones do not exist any more. */
  fetchRows: (ids: Row['id'][]) => Promise<Row[]>;
};

/** Ids in one request, so that its address stays well under 8 kB. For more, lists are read anew. */
const IDS_IN_REQUEST = 200;

/**
 * Keeps every cached list of a table in step with the rows that arrive: from the live channel, and
 * from the answers to this tab's own changes. A row that is older than one seen before is dropped,
 * whatever way the two came.
 */
export class LiveTable<Row extends LiveRow> {
  readonly table: string;
  readonly root: string;
  readonly #belongs: Options<Row>['belongs'];
  readonly #fetchRows: Options<Row>['fetchRows'];
  /** Newest version seen of each row that changed in this tab's lifetime; null: it is gone. */
  readonly #seen = new Map<Row['id'], Row | null>();
  /** One for each list that is being read: the ids that changed meanwhile. */
  readonly #reads = new Set<Set<Row['id']>>();
  /** Rows of which it is known only that they changed. */
  readonly #behind = new Set<Row['id']>();
  #isAllBehind = false;
  #isCatchingUp = false;

  constructor({ table, root, belongs, fetchRows }: Options<Row>) {
    this.table = table;
    this.root = root;
    this.#belongs = belongs;
    this.#fetchRows = fetchRows;
  }

  /** Patches every cached list with a change. */
  apply(client: QueryClient, { rows = [], removed = [] }: Change<Row>): void {
    const lists = client.getQueriesData<Row[]>({ queryKey: [this.root] });
    const ids = new Set<Row['id']>([...removed, ...rows.map((row) => row.id)]);
    for (const [, list] of lists) {
      for (const row of list ?? []) if (ids.has(row.id)) this.#see(row);
    }
    for (const row of rows) this.#see(row);
    for (const id of removed) this.#seen.set(id, null);
    for (const read of this.#reads) for (const id of ids) read.add(id);
    for (const [key, list] of lists) {
      if (list && ids.size > 0) client.setQueryData(key, this.#merge(list, ids, key));
    }
  }

  /** Reads a list; what changed since the reading began is laid over its answer. */
  async read(key: QueryKey, fetchList: () => Promise<Row[]>): Promise<Row[]> {
    const changed = new Set<Row['id']>();
    this.#reads.add(changed);
    try {
      return this.#merge(await fetchList(), changed, key);
    } finally {
      this.#reads.delete(changed);
    }
  }

  /** Patches by what the live channel says: whole rows, ids to fetch, ids that are gone, or reload. */
  async receive(client: QueryClient, message: LiveMessage): Promise<void> {
    if (message.rows) {
      this.apply(client, { rows: message.rows.filter((row) => this.#isRow(row)) });
    } else if (message.ids && message.op === 'DELETE') {
      this.apply(client, { removed: message.ids });
    } else {
      await this.#catchUp(client, message.ids);
    }
  }

  /**
   * Reads what a message only names. One reading at a time: what is named meanwhile is read together
   * afterwards, so that an import of thousands costs a few requests and not some for each message.
   */
  async #catchUp(client: QueryClient, ids: readonly Row['id'][] | undefined): Promise<void> {
    for (const id of ids ?? []) this.#behind.add(id);
    if (!ids) this.#isAllBehind = true;
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    try {
      while (this.#isAllBehind || this.#behind.size > 0) {
        const named = [...this.#behind];
        const isMuch = this.#isAllBehind || named.length > IDS_IN_REQUEST;
        this.#behind.clear();
        this.#isAllBehind = false;
        await (isMuch ? this.reload(client) : this.refresh(client, named));
      }
    } finally {
      this.#isCatchingUp = false;
    }
  }

  /** Fetches these rows anew and patches the lists with them. */
  async refresh(client: QueryClient, ids: readonly Row['id'][]): Promise<void> {
    const pages = Array.from({ length: Math.ceil(ids.length / IDS_IN_REQUEST) }, (_, page) =>
      ids.slice(page * IDS_IN_REQUEST, (page + 1) * IDS_IN_REQUEST),
    );
    const rows = (await Promise.all(pages.map((page) => this.#fetchRows(page)))).flat();
    const found = new Set(rows.map((row) => row.id));
    this.apply(client, { rows, removed: ids.filter((id) => !found.has(id)) });
  }

  /** Reads the lists that are shown anew, the others when they are shown next. */
  reload(client: QueryClient): Promise<void> {
    return client.invalidateQueries({ queryKey: [this.root] });
  }

  #merge(list: Row[], changed: ReadonlySet<Row['id']>, key: QueryKey): Row[] {
    if (changed.size === 0) return list;
    const missing = new Set(changed);
    const merged: Row[] = [];
    for (const row of list) {
      const newest = changed.has(row.id) ? this.#newest(row) : row;
      missing.delete(row.id);
      if (newest && this.#belongs(newest, key)) merged.push(newest);
    }
    for (const id of missing) {
      const row = this.#seen.get(id);
      if (row && this.#belongs(row, key)) merged.push(row);
    }
    return merged;
  }

  /** The newer of a row and what was seen of it; null if it is gone. */
  #newest(row: Row): Row | null {
    const seen = this.#seen.get(row.id);
    if (seen === null) return null;
    return seen && seen.updated_at >= row.updated_at ? seen : row;
  }

  /** Remembers a row unless a newer one was seen, or its end. */
  #see(row: Row): void {
    const seen = this.#seen.get(row.id);
    // Comparing texts is right: PostgREST and the messages print UTC, ISO 8601, in one form.
    if (seen === undefined || (seen && seen.updated_at <= row.updated_at)) {
      this.#seen.set(row.id, row);
    }
  }

  #isRow(value: unknown): value is Row {
    return (
      typeof value === 'object' &&
      value !== null &&
      'id' in value &&
      'updated_at' in value &&
      typeof value.updated_at === 'string'
    );
  }
}

/** Payload of the event `change` (design section 5). Neither rows nor ids: reload. */
export type LiveMessage = {
  table: string;
  op: 'INSERT' | 'UPDATE' | 'DELETE';
  rows?: unknown[];
  ids?: (number | string)[];
};
