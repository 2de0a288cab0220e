import * as z from 'zod';
import type { Replay } from './delivery.ts';
import { limits } from './limits.ts';
import type { JoinError } from './user.ts';

const token = z.string().max(limits.tokenBytes).nullish();
const absent = z.literal(false).nullish();

// What supabase-js always sends for things that are not wanted is taken, the things are not.
const joinPayload = z.object({
  config: z
    .object({
      private: z
        .boolean()
        .default(false)
        .refine((isPrivate) => isPrivate),
      broadcast: z
        .object({
          // Milliseconds since 1970, as far as dates go.
          replay: z
            .object({
              since: z.number().min(0).max(8.64e15),
              limit: z.number().int().min(1).max(25).default(25),
            })
            .nullish(),
          replication_ready: absent,
        })
        .nullish(),
      presence: z.object({ enabled: absent }).nullish(),
      postgres_changes: z.array(z.unknown()).max(0).nullish(),
    })
    .prefault({}),
  access_token: token,
});

const REASONS: readonly [field: string, joinError: JoinError][] = [
  ['private', { code: 'PrivateOnly', text: 'This project only allows private channels' }],
  ['replay', { code: 'UnableToReplayMessages', text: 'Replay params are not valid' }],
  [
    'postgres_changes',
    {
      code: 'UnableToSubscribeToPostgresChanges',
      text: 'Postgres changes are not available here',
    },
  ],
  ['presence', { code: 'UnableToTrackPresence', text: 'Presence is not available here' }],
];
const INVALID = { code: 'InvalidJoinPayload', text: 'The join payload is not valid' };

/** What a channel wants: its user's token, and messages from before. No token: nobody is signed in. */
export type JoinRequest = { token: string | undefined; replay: Replay | undefined };

/** Reads the payload of `phx_join`; refuses what this server does not offer instead of ignoring it. */
export function parseJoin(payload: unknown): { request: JoinRequest } | { joinError: JoinError } {
  const parsed = joinPayload.safeParse(payload);
  if (!parsed.success) {
    const fields = new Set(parsed.error.issues.flatMap(({ path }) => path));
    return { joinError: REASONS.find(([field]) => fields.has(field))?.[1] ?? INVALID };
  }
  const { config, access_token } = parsed.data;
  const replay = config.broadcast?.replay ?? undefined;
  return { request: { replay, token: ofUser(access_token) } };
}

const tokenPayload = z.object({ access_token: token });

/** Reads the payload of `access_token`; undefined when there is none of a user's in it. */
export function parseToken(payload: unknown): string | undefined {
  return ofUser(tokenPayload.safeParse(payload).data?.access_token);
}

/** API keys in the new format stand where a token is missing; they name nobody. */
function ofUser(text: string | null | undefined): string | undefined {
  return !text || text.startsWith('sb_') ? undefined : text;
}
