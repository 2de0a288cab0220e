import { resetRefreshBackoff, type Client } from '../lib/supabase.ts';
import { tableNames, type AnyRow } from './changes.ts';
import type { TableRow } from './database.ts';

/** The requests of sync. Each rejects with a `TransferError`. */
export type Server = {
  call(name: 'push_changes' | 'pull_changes', args: Record<string, unknown>): Promise<unknown>;
  /** The text of a note; null if it is gone. */
  readNote(
    uid: string,
  ): Promise<{ title: string; content: string | null; content_rev: number } | null>;
};

/** A failed request. `status` 0: no answer at all. */
export class TransferError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${status}: ${message}`);
    this.name = 'TransferError';
    this.status = status;
  }
}

type ClientResponse<Data> = { data: Data; error: { message: string } | null; status: number };

/**
 * The server through supabase-js, with its timeouts (lib/supabase.ts). After a 401 the token is renewed
 * and the request sent again: with a slow clock the device does not notice that it has expired.
 * @param getSupabase rejects as soon as another person is signed in
 */
export function createServer(getSupabase: () => Promise<Client>): Server {
  async function ask<Data>(
    request: (client: Client) => PromiseLike<ClientResponse<Data>>,
  ): Promise<Data> {
    const client = await getSupabase();
    resetRefreshBackoff(client);
    let answer = await request(client);
    if (answer.status === 401) {
      const { error } = await client.auth.refreshSession();
      // The renewed session may be that of another person who has signed in meanwhile.
      if (!error) answer = await request(await getSupabase());
    }
    if (answer.error) throw new TransferError(answer.status, answer.error.message);
    // Rejects if another person has signed in meanwhile, whose answer this may be.
    await getSupabase();
    return answer.data;
  }

  return {
    call: (name, args) => ask<unknown>((client) => client.rpc(name, args as never)),
    readNote: async (uid) => {
      const rows = await ask((client) =>
        client
          .from('notes')
          .select('title, content, content_rev')
          // Deleted ones, too: writing over one restores it.
          .eq('uid', uid),
      );
      return rows?.[0] ?? null;
    },
  };
}

/** A page of `pull_changes`. */
export type Pulled = {
  history: string;
  rev: number;
  /** The device has no valid cursor: it gets what a device works with, without tombstones. */
  fresh: boolean;
  /** The first page of such a read. */
  begins: boolean;
  more: boolean;
  /** Only of tables that this version of the app knows. */
  rows: TableRow[];
  /** The last row, of whatever table. */
  last: { uid: string; rev: number } | undefined;
};

/** The result of one change; without row and error: it was done before, and its row was removed. */
export type Answer = { row?: AnyRow | null; error?: { code: string; message: string } };

/** The results of a request, and the revision of what it wrote, if anything. */
export type Pushed = { written_rev: number | null; answers: Answer[] };

type AnyTableRow = { table: string; row: AnyRow };

type Fields = Record<string, unknown>;

// Checked by hand: a library is more than the 8 kB that sync may have before the first row.
function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Whether it is a row; not checked further, since the database made it and the types come from there. */
export function isRow(value: unknown): value is AnyRow {
  return isFields(value) && typeof value.uid === 'string' && typeof value.rev === 'number';
}

function isAnyTableRow(value: unknown): value is AnyTableRow {
  return isFields(value) && typeof value.table === 'string' && isRow(value.row);
}

/** A newer server may have tables that this version of the app does not know. */
function isKnown(row: AnyTableRow): row is TableRow {
  return tableNames.some((name) => name === row.table);
}

function isPage(value: unknown): value is Omit<Pulled, 'rows' | 'last'> & { rows: AnyTableRow[] } {
  return (
    isFields(value) &&
    typeof value.history === 'string' &&
    typeof value.rev === 'number' &&
    [value.fresh, value.begins, value.more].every((one) => typeof one === 'boolean') &&
    Array.isArray(value.rows) &&
    value.rows.every(isAnyTableRow)
  );
}

function isAnswer(value: unknown): value is Answer {
  if (!isFields(value)) return false;
  const { row, error } = value;
  const isError =
    isFields(error) && typeof error.code === 'string' && typeof error.message === 'string';
  return (row === undefined || row === null || isRow(row)) && (error === undefined || isError);
}

/** Throws if it is not an answer of `pull_changes`. */
export function parsePulled(value: unknown): Pulled {
  if (!isPage(value)) throw new Error('The server answered something else than changed rows.');
  return { ...value, rows: value.rows.filter(isKnown), last: value.rows.at(-1)?.row };
}

function isPushed(value: unknown): value is Pushed {
  return (
    isFields(value) &&
    (value.written_rev === null || typeof value.written_rev === 'number') &&
    Array.isArray(value.answers) &&
    value.answers.every(isAnswer)
  );
}

/** Throws if it is not an answer of `push_changes` to that many changes. */
export function parsePushed(value: unknown, changes: number): Pushed {
  if (!isPushed(value) || value.answers.length !== changes) {
    throw new Error('The server did not say what became of the changes.');
  }
  return value;
}
