import { useMutation } from '@tanstack/react-query';
import { Copy, RotateCw, Trash2 } from 'lucide-react';
import { copyText, toastFailure } from '../lib/toast.ts';
import type { Refused } from '../sync/changes.ts';
import { forgetRefused, retryRefused, rowNow, useRefused } from '../sync/sync.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { failureText, reasonOf, typedIn } from './refused-changes.ts';

/** The name of the row that was to be changed; also of one that is deleted or was not created. */
function nameOf({ entry: { change, deletedRows } }: Refused): string | undefined {
  const row: object | undefined =
    rowNow(change.table, change.uid) ?? deletedRows?.find(({ uid }) => uid === change.uid);
  const named = { ...('set' in change && change.set), ...row };
  const contact = ['display_full_name', 'first_name', 'last_name', 'company', 'email_address'];
  for (const column of change.table === 'contacts' ? contact : ['title', 'name']) {
    const value: unknown = Reflect.get(named, column);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

function useAct(act: (seqs: readonly number[]) => Promise<void>, failure: string) {
  return useMutation({ mutationFn: act, onError: (error) => toastFailure(error, failure) });
}

/** One change: what it was, why it was refused, what was typed, and the actions. */
function RefusedChange({ refused }: { refused: Refused }) {
  const { entry } = refused;
  const again = useAct(([seq = 0]) => retryRefused(seq), failureText(entry.change));
  const forget = useAct(forgetRefused, 'Failed to discard the change');
  const name = nameOf(refused);
  const typed = typedIn(entry.change);
  const reason = reasonOf(refused, 'The server refused it.');
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 last:border-b-0">
      <div>
        <p className="font-medium break-words">
          {failureText(entry.change)}
          {name ? `: ${name}` : ''}
        </p>
        <p className="text-soft">{reason}</p>
      </div>
      {typed.length > 0 ? (
        <dl className="flex flex-col gap-1">
          {typed.map(({ label, text }) => (
            <div key={label}>
              <dt className="text-soft">{label}</dt>
              <dd className="max-h-40 overflow-y-auto break-words whitespace-pre-wrap">{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button disabled={again.isPending} onClick={() => again.mutate([entry.seq])}>
          <RotateCw aria-hidden />
          Try Again
        </Button>
        {typed.length > 0 ? (
          <Button onClick={() => void copyText(typed.map(({ text }) => text).join('\n'))}>
            <Copy aria-hidden />
            Copy
          </Button>
        ) : null}
        <Button disabled={forget.isPending} onClick={() => forget.mutate([entry.seq])}>
          <Trash2 aria-hidden />
          Discard
        </Button>
      </div>
    </li>
  );
}

/** The changes that the server refused, with what was typed in them. */
export function RefusedDialog({ onClose }: { onClose: () => void }) {
  const refused = useRefused();
  return (
    <Dialog
      onClose={onClose}
      title="Changes that could not be sent"
      description="The server refused them, so they were taken back on this device."
    >
      <ul>
        {refused.map((one) => (
          <RefusedChange key={one.entry.seq} refused={one} />
        ))}
      </ul>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
