import { resetRefreshBackoff, type Client } from '../lib/supabase.ts';

/** How the server is reached. Each call rejects with a `TransferError`. */
export type Server = {
  call(name: 'push_changes' | 'pull_changes', args: Record<string, unknown>): Promise<unknown>;
  /** The text of a note; null if it is gone. */
  readNote(
    uid: string,
  ): Promise<{ title: string; content: string | null; content_rev: number } | null>;
};

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
 * The server through supabase-js, which gives up what is not answered (lib/supabase.ts). An
 * expired token is renewed and the request sent again: the device's clock may be slow, so that it
 * does not know.
 * @param getSupabase rejects as soon as somebody else is signed in
 */
export function createServer(getSupabase: () => Promise<Client>): Server {
  async function ask<Data>(request: (client: Client) => PromiseLike<Answer<Data>>): Promise<Data> {
    const client = await getSupabase();
    resetRefreshBackoff(client);
    let answer = await request(client);
    if (answer.status === 401) {
      const { error } = await client.auth.refreshSession();
      // Somebody else may have signed in meanwhile, whose session was renewed.
      if (!error) answer = await request(await getSupabase());
    }
    if (answer.error) throw new TransferError(answer.status, answer.error.message);
    // Rejects if it is the answer to somebody else, who has signed in between the two looks.
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
          // A deleted one, too: what is written over it brings it back.
          .eq('uid', uid),
      );
      return rows?.[0] ?? null;
    },
  };
}
