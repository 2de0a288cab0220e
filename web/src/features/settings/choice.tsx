import { useState, type ReactNode } from 'react';

export type Choice<Value extends string> = {
  value: Value;
  label: string;
  /** Drawn above the label. */
  picture: ReactNode;
};

type ChoiceGroupProps<Value extends string> = {
  /** The `name` of the radio buttons. */
  name: string;
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value;
  /** Calls `onSettled` once `value` is the choice, or the server has refused it. */
  onChoose: (value: Value, onSettled: () => void) => void;
  /** Called with the choice under the pointer, or null. */
  onPoint?: (value: Value | null) => void;
  /** The layout of the choices. */
  className: string;
  children?: ReactNode;
};

/** Radio buttons as cards with a picture. */
export function ChoiceGroup<Value extends string>({
  name,
  legend,
  choices,
  value,
  onChoose,
  onPoint,
  className,
  children,
}: ChoiceGroupProps<Value>) {
  // Shown at once: React resets a radio button whose state has not changed after the click.
  const [picked, setPicked] = useState<Value | null>(null);
  const chosen = picked ?? value;
  const choose = (next: Value) => {
    setPicked(next);
    onChoose(next, () => setPicked(null));
  };
  return (
    <fieldset>
      <legend className="mb-3 text-lg font-semibold">{legend}</legend>
      <div className={className}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex cursor-pointer flex-col gap-2 rounded-base border border-line p-2 transition-colors hover:border-line-strong has-checked:border-accent-ink has-checked:ring-1 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
            onPointerEnter={() => onPoint?.(choice.value)}
            onPointerLeave={() => onPoint?.(null)}
          >
            {choice.picture}
            <span className="flex items-center gap-2 px-1 text-sm">
              <input
                type="radio"
                name={name}
                checked={choice.value === chosen}
                onChange={() => choose(choice.value)}
                className="size-4 shrink-0 accent-(--accent-ink) outline-none"
              />
              {choice.label}
            </span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
