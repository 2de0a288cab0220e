import type { Actor } from '../../support/actors.ts';

/** A call that is right when its owner makes it. */
export type Made = {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  /** What only the owner is shown. */
  shows?: string;
};

/** A call that is refused, and how; what is not given is as in the right call. */
export type Refused = Pick<Made, 'path' | 'query' | 'body'> & {
  status: number;
  code: string;
  says?: string;
};

/** What is tested of one route beyond what goes for all of them. */
export type Contract = {
  make(owner: Actor): Made | Promise<Made>;
  /** How another user's very same call is answered; as the owner's unless said. */
  stranger?: number;
  /** What else is refused. */
  refused?(owner: Actor): Refused[] | Promise<Refused[]>;
  /** A call that makes the owner's account larger, and so is refused while it is full. */
  grows?(owner: Actor): Made | Promise<Made>;
  /** After at most so many calls like this one, answered with `status` until then, comes 429. */
  limit?: {
    calls: number;
    status: number;
    body(owner: Actor): unknown;
    /** Who calls, where the owner is gone by then. */
    caller?(): Promise<Actor>;
  };
  /** It ends sessions or changes passwords: nobody else is to suffer from it. */
  needsFreshActors?: boolean;
};

/** Refused with 400, and the message has this in it. */
export const wrong = (body: unknown, says: string): Refused => {
  return { body, status: 400, code: 'invalid_request', says };
};
