import type { RegistrationMode } from '#domain/admin.ts';
import { useSetRegistration } from '../../data/admin/registration.ts';

const modes: { value: RegistrationMode; label: string; text: string }[] = [
  { value: 'open', label: 'Open', text: 'Everybody who opens this site can register.' },
  { value: 'invite', label: 'By invitation', text: 'Only people with an invitation can register.' },
  { value: 'closed', label: 'Closed', text: 'Nobody can register, not by an invitation either.' },
];

/** Who may register; stored as soon as it is chosen. */
export function RegistrationModeChoice({ mode }: { mode: RegistrationMode }) {
  const { mutate } = useSetRegistration();
  return (
    <fieldset>
      <legend className="sr-only">Who can register</legend>
      <div className="grid overflow-clip rounded-base border border-line bg-surface shadow-card max-sm:divide-y max-sm:divide-line sm:grid-cols-3 sm:divide-x sm:divide-line">
        {modes.map(({ value, label, text }) => (
          <div
            key={value}
            className="relative flex cursor-pointer items-start gap-2.5 px-4 py-3 transition-colors hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              id={`registration-${value}`}
              name="registration"
              aria-describedby={`registration-${value}-hint`}
              checked={mode === value}
              onChange={() => mutate(value)}
              className="mt-0.5 size-4 shrink-0 accent-(--accent-ink) outline-none after:absolute after:inset-0"
            />
            <div className="min-w-0">
              <label htmlFor={`registration-${value}`} className="block font-medium">
                {label}
              </label>
              <p id={`registration-${value}-hint`} className="text-xs text-soft">
                {text}
              </p>
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
