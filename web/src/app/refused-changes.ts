import { userMessage, RequestError } from '../lib/errors.ts';
import { toastError } from '../lib/toast.ts';
import { offerInput } from '../lib/form-recovery.ts';
import { NOUNS, tableNames, type Change, type Refused } from '../sync/changes.ts';
import { isRestorable } from '../sync/overlay.ts';
import { deletedRowsNow } from '../sync/sync.ts';

/** The database's code for an account that is full (docs/limits.md). */
const ACCOUNT_FULL = 'PT507';

/** The failure text of spec section 8 for what was tried. */
export function failureText(change: Change): string {
  const noun = NOUNS[change.table];
  if ('create' in change) return `Failed to create ${noun}`;
  if ('delete' in change || 'erase' in change) return `Failed to delete ${noun}`;
  if ('restore' in change) return `Failed to restore ${noun}`;
  const isOrder =
    change.table === 'tasks' && Object.keys(change.set).every((key) => key === 'rank');
  return isOrder ? 'Failed to reorder tasks' : `Failed to update ${noun}`;
}

/** Why a change was refused, and what makes room if the account is full. */
export function reasonOf({ code, message }: Refused, fallback: string): string {
  const reason = userMessage(new RequestError(400, message, code), fallback);
  if (code !== ACCOUNT_FULL) return reason;
  const isInTrash = tableNames.some((table) => deletedRowsNow(table).some(isRestorable));
  return isInTrash ? `${reason} Emptying “Recently deleted” in Settings makes room.` : reason;
}

/** Columns that are chosen, not typed. */
const CHOICES =
  /^(priority|category|completed|completed_at|due_date|repeat_type|recurrence|rank|.*_uid)$/;

/** What was typed, by a readable name of its column. */
export function typedIn(change: Change): { label: string; text: string }[] {
  if (!('set' in change)) return [];
  return Object.entries(change.set).flatMap(([column, value]) => {
    if (CHOICES.test(column) || typeof value !== 'string' || value.trim() === '') return [];
    const words = column.replaceAll('_', ' ');
    return [{ label: words.charAt(0).toUpperCase() + words.slice(1), text: value }];
  });
}

/** Reports that the server refused a change that was shown already, and offers what was typed. */
export function reportRefused(refused: Refused): void {
  const { change } = refused.entry;
  const failure = failureText(change);
  console.error(failure, refused);
  toastError(reasonOf(refused, failure));
  offerInput(typedIn(change));
}
