import { randomBytes } from 'node:crypto';

type Meta = { phx_ref: string; phx_ref_prev?: string; [field: string]: unknown };
export type PresenceState = Record<string, { metas: Meta[] }>;
export type PresenceDiff = { joins: PresenceState; leaves: PresenceState };

/** What one channel has said about itself. */
export type Tracked = { key: string; meta: Meta };

/** Who is present at one address: entries of channels, grouped by presence key. */
export class Presence {
  #entries = new Set<Tracked>();

  /** Adds an entry, in the place of the channel's previous one. */
  track(
    key: string,
    payload: Record<string, unknown>,
    previous: Tracked | undefined,
  ): { entry: Tracked; diff: PresenceDiff } {
    const meta: Meta = { ...payload, phx_ref: randomBytes(9).toString('base64url') };
    if (previous) meta.phx_ref_prev = previous.meta.phx_ref;
    const entry = { key, meta };
    if (previous) this.#entries.delete(previous);
    this.#entries.add(entry);
    return {
      entry,
      diff: { joins: stateOf([entry]), leaves: stateOf(previous ? [previous] : []) },
    };
  }

  untrack(entry: Tracked): PresenceDiff {
    this.#entries.delete(entry);
    return { joins: {}, leaves: stateOf([entry]) };
  }

  get state(): PresenceState {
    return stateOf(this.#entries);
  }
}

function stateOf(entries: Iterable<Tracked>): PresenceState {
  const metasByKey = new Map<string, Meta[]>();
  for (const { key, meta } of entries) metasByKey.set(key, [...(metasByKey.get(key) ?? []), meta]);
  // fromEntries defines own properties, so that a key like "__proto__" stays a key.
  return Object.fromEntries([...metasByKey].map(([key, metas]) => [key, { metas }]));
}
