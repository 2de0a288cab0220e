import { useState, type ReactNode } from 'react';

export type Choice<Value extends string> = { value: Value; label: string };

type ChoiceGroupProps<Value extends string> = {
  /** Of the radio buttons, for the browser. */
  name: string;
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value;
  /** Calls `onSettled` once `value` is the choice, or the server has refused it. */
  onChoose: (value: Value, onSettled: () => void) => void;
  /** What is pointed at, or null. */
  onPoint?: (value: Value | null) => void;
  /** How the choices stand beside one another. */
  className: string;
  /** Drawn above the label. */
  renderPicture: (value: Value) => ReactNode;
  children?: ReactNode;
};

/** One of few, each a card with a picture: radio buttons for keyboard and screen reader. */
export function ChoiceGroup<Value extends string>({
  name,
  legend,
  choices,
  value,
  onChoose,
  onPoint,
  className,
  renderPicture,
  children,
}: ChoiceGroupProps<Value>) {
  // Shown at once: React puts back a radio button whose state has not changed after the click.
  const [picked, setPicked] = useState<Value | null>(null);
  const chosen = picked ?? value;
  const choose = (next: Value) => {
    setPicked(next);
    onChoose(next, () => setPicked(null));
  };
  return (
    <fieldset>
      <legend className="mb-3 text-base font-semibold">{legend}</legend>
      <div className={className}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex cursor-pointer flex-col gap-2 rounded-base border border-line bg-surface p-2 shadow-card transition-colors hover:border-line-strong has-checked:border-accent-ink has-checked:ring-1 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
            onPointerEnter={() => onPoint?.(choice.value)}
            onPointerLeave={() => onPoint?.(null)}
          >
            {renderPicture(choice.value)}
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
