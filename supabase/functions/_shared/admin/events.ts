import { serviceClient } from '../clients.ts';
import type { AdminEvent } from '../domain/admin.ts';
import { fromDatabase } from '../errors.ts';

/** How many of the last events an administrator is shown. */
const SHOWN = 50;

type Row = {
  id: number;
  action: string;
  detail: Record<string, unknown>;
  created_at: string;
};

const text = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * The last events, newest first, with the names of then; who is gone has none. The database writes
 * them, each in the transaction of its act.
 */
export async function lastEvents(): Promise<AdminEvent[]> {
  const { data, error } = await serviceClient()
    .from('admin_events')
    .select('id, action, detail, created_at')
    .order('id', { ascending: false })
    .limit(SHOWN)
    .overrideTypes<Row[], { merge: false }>();
  if (error) throw fromDatabase(error);
  return data.map(({ id, action, detail: { actor, subject, ...rest }, created_at }) => ({
    id,
    action,
    actor: text(actor),
    target: text(subject),
    detail: Object.fromEntries(
      Object.entries(rest).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    createdAt: created_at,
  }));
}
