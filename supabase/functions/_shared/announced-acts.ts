import * as z from 'zod/mini';
import { serviceClient } from './clients.ts';
import { fromDatabase } from './errors.ts';

/** An act of the identity service, with what the database has to do in its transaction. */
type Act =
  | {
      action: 'register';
      /** The invitation that is used up by it. */
      invitation?: string | undefined;
      /** Whether it has to be the very first account, or must not be; either if undefined. */
      isFirst?: boolean | undefined;
    }
  | { action: 'create_user'; actor: string | null }
  | { action: 'reset_password'; actor: string; subject: string };

/**
 * Announces an act. The id that is answered goes into `app_metadata.announced_act` of the call to
 * the identity service, and a trigger completes the act there: audit entry and all, or nothing.
 */
export async function announce(act: Act): Promise<string> {
  const row = {
    action: act.action,
    actor_id: 'actor' in act ? act.actor : null,
    subject_id: 'subject' in act ? act.subject : null,
    invitation_id: 'invitation' in act ? (act.invitation ?? null) : null,
    is_first: 'isFirst' in act ? (act.isFirst ?? null) : null,
  };
  const { data, error } = await serviceClient().rpc('announce_act', { act: row });
  if (error) throw fromDatabase(error);
  return z.uuid().parse(data);
}
