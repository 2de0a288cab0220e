import type pg from 'pg';
import type { StackContext } from '../context.ts';
import type { Authoriser } from './authorisation.ts';
import type { Hub } from './hub.ts';
import type { Limits } from './limits.ts';
import type { Sessions } from './sessions.ts';

/** What sockets and endpoints share. */
export type Shared = {
  context: StackContext;
  limits: Limits;
  hub: Hub;
  authoriser: Authoriser;
  sessions: Sessions;
  /** The listening connection; undefined while it is down. */
  client(): pg.Client | undefined;
};
