import { serviceRole, type Actor } from './actors.ts';

/** What an account may store, until it is said again. */
export async function setLimits(
  { id }: Pick<Actor, 'id'>,
  limits: { rows?: number; bytes?: number },
): Promise<void> {
  const { error } = await serviceRole().rpc('set_account_limits', {
    account: id,
    max_rows: limits.rows ?? 200_000,
    max_bytes: limits.bytes ?? 250_000_000,
  });
  if (error) throw error;
}

/** Nothing more goes into the account. */
export const fill = (owner: Actor) => setLimits(owner, { rows: 0, bytes: 0 });

/** Something goes into it again. */
export const makeRoom = (owner: Actor) => setLimits(owner, {});
