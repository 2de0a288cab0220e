import type { ReactNode } from 'react';

type ChoiceProps = {
  group: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Pointed at, or no longer. */
  onPoint?: (isPointed: boolean) => void;
  children: ReactNode;
};

/** One of few, as a card with a picture: a radio button for keyboard and screen reader. */
export function Choice({ group, label, isChosen, onChoose, onPoint, children }: ChoiceProps) {
  return (
    <label
      className="flex cursor-pointer flex-col gap-2 rounded-base border border-line bg-surface p-2 shadow-card transition-colors hover:border-line-strong has-checked:border-accent-ink has-checked:ring-1 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
    >
      {children}
      <span className="flex items-center gap-2 px-1 text-sm">
        <input
          type="radio"
          name={group}
          checked={isChosen}
          onChange={onChoose}
          className="size-4 shrink-0 accent-(--accent-ink) outline-none"
        />
        {label}
      </span>
    </label>
  );
}
