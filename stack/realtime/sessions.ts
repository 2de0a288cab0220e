import type pg from 'pg';
import type { Claims } from '../tokens/tokens.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Which channels belong to which auth session. A session that ends (password change, sign-out
 * elsewhere, user deleted) takes its channels with it at once. The real server does not do this: it
 * goes by the token alone, so there a channel lives on until the token expires. Nothing outside this
 * file and `Channel.end` depends on it.
 */
export class Sessions {
  #watchers = new Map<string, Set<() => void>>();

  /** Calls `ended` when the session of these claims ends; returns how to stop that. */
  watch(claims: Claims, ended: () => void): () => void {
    const id = claims.session_id;
    if (id === undefined) return () => undefined;
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(ended));
    return () => {
      watchers.delete(ended);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  /** Whether a token's session still exists. True for tokens of no session (keys, service tokens). */
  async isLive(client: pg.Client, claims: Claims): Promise<boolean> {
    const id = claims.session_id;
    return id === undefined || (await liveAmong(client, [id])).has(id);
  }

  /** A session ended. */
  end(id: string): void {
    const watchers = this.#watchers.get(id);
    this.#watchers.delete(id);
    for (const ended of watchers ?? []) ended();
  }

  /** Ends what was ended while nobody listened. */
  async recheck(client: pg.Client): Promise<void> {
    const watched = [...this.#watchers.keys()];
    if (watched.length === 0) return;
    const live = await liveAmong(client, watched);
    for (const id of watched) if (!live.has(id)) this.end(id);
  }
}

async function liveAmong(client: pg.Client, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'live sessions',
    text: 'select id from realtime.live_sessions($1::uuid[]) as id',
    values: [ids.filter((id) => UUID.test(id))],
  });
  return new Set(rows.map((row) => row.id));
}
