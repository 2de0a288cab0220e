import * as z from 'zod';
import { isKeyFormat } from './caller.ts';
import type { Replay } from './delivery.ts';

const flag = z.boolean().nullish().transform(Boolean);

const joinPayload = z.object({
  config: z
    .object({
      private: flag,
      broadcast: z
        .object({
          ack: flag,
          self: flag,
          replication_ready: flag,
          replay: z
            .object({ since: z.number(), limit: z.number().int().min(1).max(25).default(25) })
            .nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().nullish(), enabled: flag }).nullish(),
      postgres_changes: z.array(z.unknown()).nullish(),
    })
    .nullish(),
  user_token: z.string().nullish(),
  access_token: z.string().nullish(),
});

/** What a channel wants to be. */
export type JoinRequest = {
  isPrivate: boolean;
  ack: boolean;
  self: boolean;
  replicationReady: boolean;
  replay: Replay | undefined;
  presence: { key: string | undefined; enabled: boolean };
  /** The user's token; undefined: the socket's API key speaks. */
  token: string | undefined;
};

export type JoinResult = { ok: true; request: JoinRequest } | { ok: false; reason: string };

/** Reads the payload of `phx_join`; refuses what this server cannot do instead of ignoring it. */
export function parseJoin(payload: unknown): JoinResult {
  const parsed = joinPayload.safeParse(payload ?? {});
  if (!parsed.success) {
    const replay = parsed.error.issues.some((issue) => issue.path.includes('replay'));
    const reason = replay
      ? 'UnableToReplayMessages: Replay params are not valid'
      : 'InvalidJoinPayload: The join payload is not valid';
    return { ok: false, reason };
  }
  const { config, user_token, access_token } = parsed.data;
  if (config?.postgres_changes?.length) {
    const reason = 'UnableToSubscribeToPostgresChanges: Postgres changes are not available here';
    return { ok: false, reason };
  }
  const isPrivate = config?.private ?? false;
  const replay = config?.broadcast?.replay ?? undefined;
  if (replay && (!isPrivate || Number.isNaN(new Date(replay.since).getTime()))) {
    const why = isPrivate ? 'Replay params are not valid' : 'Replay is only for private channels';
    return { ok: false, reason: `UnableToReplayMessages: ${why}` };
  }
  const token = user_token || access_token || undefined;
  return {
    ok: true,
    request: {
      isPrivate,
      replay,
      ack: config?.broadcast?.ack ?? false,
      self: config?.broadcast?.self ?? false,
      replicationReady: config?.broadcast?.replication_ready ?? false,
      presence: {
        key: config?.presence?.key || undefined,
        enabled: config?.presence?.enabled ?? false,
      },
      token: token !== undefined && isKeyFormat(token) ? undefined : token,
    },
  };
}
