import type pg from 'pg';
import type { StackContext } from '../context.ts';
import type { Limits } from './limits.ts';
import type { Policies } from './policies.ts';
import type { Sessions } from './sessions.ts';
import type { Topics } from './topics.ts';

/** What all sockets share. */
export type RealtimeContext = {
  context: StackContext;
  limits: Limits;
  topics: Topics;
  policies: Policies;
  sessions: Sessions;
  /** The listening connection; undefined while it is down. */
  client(): pg.Client | undefined;
};
