import { serviceClient } from '../clients.ts';
import type { AdminEvent } from '../domain/admin.ts';
import { fromDatabase } from '../errors.ts';

/** How many of the last events an administrator is shown. */
const SHOWN = 50;

export type Recorded = {
  action: 'reset_password' | 'configure_email';
  actor: { id: string; username: string };
  subject?: { id: string; username: string };
  /** Values worth reading later; never a secret. */
  detail?: Record<string, string>;
};

/** Notes who did what to whom. (The flag's own function writes its events itself.) */
export async function recordEvent({ action, actor, subject, detail }: Recorded): Promise<void> {
  const { error } = await serviceClient()
    .from('admin_events')
    .insert({
      action,
      actor_id: actor.id,
      subject_id: subject?.id ?? null,
      detail: { actor: actor.username, ...(subject && { subject: subject.username }), ...detail },
    });
  if (error) throw fromDatabase(error);
}

type Row = {
  id: number;
  action: string;
  detail: { actor?: string | null; subject?: string | null };
  created_at: string;
};

/** The last events, newest first. Names as they were then, also of users who are gone. */
export async function lastEvents(): Promise<AdminEvent[]> {
  const { data, error } = await serviceClient()
    .from('admin_events')
    .select('id, action, detail, created_at')
    .order('id', { ascending: false })
    .limit(SHOWN)
    .overrideTypes<Row[], { merge: false }>();
  if (error) throw fromDatabase(error);
  return data.map(({ id, action, detail, created_at }) => ({
    id,
    action,
    actor: detail.actor ?? null,
    target: detail.subject ?? null,
    createdAt: created_at,
  }));
}
