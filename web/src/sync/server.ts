import type { Client } from '../lib/supabase.ts';
import type { Server } from './transfer.ts';

/** Milliseconds after which a request that is not answered is given up and sent again. */
const PATIENCE = 20_000;

/** A request without success. `status` 0: no answer at all. */
export class TransferError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${status}: ${message}`);
    this.name = 'TransferError';
    this.status = status;
  }
}

type Answer<Data> = { data: Data; error: { message: string } | null; status: number };

/**
 * The server through supabase-js. An expired token is renewed and the request sent again: the device's
 * clock may be slow, so that it does not know.
 */
export function createServer(getSupabase: () => Promise<Client>): Server {
  async function ask<Data>(
    request: (client: Client, signal: AbortSignal) => PromiseLike<Answer<Data>>,
  ): Promise<Data> {
    const client = await getSupabase();
    let answer = await request(client, AbortSignal.timeout(PATIENCE));
    if (answer.status === 401) {
      const { error } = await client.auth.refreshSession();
      if (!error) answer = await request(await getSupabase(), AbortSignal.timeout(PATIENCE));
    }
    if (answer.error) throw new TransferError(answer.status, answer.error.message);
    return answer.data;
  }

  return {
    call: (name, args) =>
      ask<unknown>((client, signal) => client.rpc(name, args as never).abortSignal(signal)),
    readNote: async (uid) => {
      const rows = await ask((client, signal) =>
        client
          .from('notes')
          .select('title, content, content_rev')
          .eq('uid', uid)
          // A deleted one, too: what is written over it brings it back.
          .abortSignal(signal),
      );
      return rows?.[0] ?? null;
    },
  };
}
