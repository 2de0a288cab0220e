import { useId, useState } from 'react';
import { clsx } from 'clsx';
import type { ContactField } from '#domain/contact-form.ts';
import type { Similar } from '../../../import-export/similar.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';

const LABELS: Record<ContactField, string> = {
  first_name: 'First Name',
  middle_name: 'Middle Name',
  last_name: 'Last Name',
  suffix: 'Suffix',
  display_full_name: 'Display Name',
  title: 'Title',
  company: 'Company',
  category: 'Category',
  email_address: 'Email Address',
  mobile_phone: 'Mobile Phone',
  phone: 'Phone',
  address_one: 'Address Line 1',
  address_two: 'Address Line 2',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP Code',
};

type Props = {
  similar: Similar;
  theirName: string;
  isPending: boolean;
  onClose: () => void;
  onJoin: (changes: Partial<Record<ContactField, string>>) => void;
};

/** Joins a contact of the file into an existing one, field by field. */
export function JoinDialog({ similar, theirName, isPending, onClose, onJoin }: Props) {
  const { name, differences } = similar;
  const id = useId();
  // By default takes what the existing contact lacks, and keeps what differs.
  const [taken, setTaken] = useState<ReadonlySet<ContactField>>(
    () => new Set(differences.flatMap(({ field, mine }) => (mine === null ? [field] : []))),
  );
  const choose = (field: ContactField, isTaken: boolean) =>
    setTaken((before) => {
      const next = new Set(before);
      if (isTaken) next.add(field);
      else next.delete(field);
      return next;
    });
  return (
    <Dialog
      onClose={onClose}
      title="Join Contacts"
      description={`“${theirName}” of the file looks like “${name}”. Choose what “${name}” has afterwards. This is a change like any other: undoing the import does not take it back.`}
    >
      <div className="flex flex-col divide-y divide-line">
        {differences.map(({ field, mine, theirs }) => (
          <fieldset key={field} className="py-3">
            <legend className="float-left mb-1 w-full text-sm font-medium">{LABELS[field]}</legend>
            <div className="clear-both grid gap-2 sm:grid-cols-2">
              {[
                { isTheirs: false, value: mine, from: 'Yours' },
                { isTheirs: true, value: theirs, from: 'From the file' },
              ].map(({ isTheirs, value, from }) => (
                <label
                  key={from}
                  className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-base border border-line p-2 has-checked:border-accent-ink has-checked:ring-1 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
                >
                  <input
                    type="radio"
                    name={`${id}-${field}`}
                    checked={taken.has(field) === isTheirs}
                    onChange={() => choose(field, isTheirs)}
                    className="size-4 accent-(--accent-ink) outline-none"
                  />
                  <span className="text-xs text-soft">{from}</span>
                  <span
                    dir="auto"
                    className={clsx('col-start-2 wrap-anywhere', value === null && 'text-soft')}
                  >
                    {value ?? 'Nothing'}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isPending={isPending}
          onClick={() =>
            onJoin(
              Object.fromEntries(
                differences.flatMap(({ field, theirs }) =>
                  taken.has(field) ? [[field, theirs]] : [],
                ),
              ),
            )
          }
        >
          Join
        </Button>
      </DialogActions>
    </Dialog>
  );
}
