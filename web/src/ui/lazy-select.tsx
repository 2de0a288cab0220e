import { useRef, useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { late } from './late.tsx';
import { optionLook, selectLook, selectLooks } from './select-look.ts';
import type { SelectProps } from './select.tsx';
import { useIdle } from './use-idle.ts';

type LateProps = SelectProps<string> & { placeholderButton: ReactNode };

const LateSelect = late<LateProps>(
  async () => {
    const { Select } = await import('./select.tsx');
    return ({ placeholderButton: _button, ...props }) => <Select {...props} />;
  },
  { Waiting: ({ placeholderButton }) => placeholderButton },
);

/**
 * A Select on a screen that must stand quickly: its code comes when the page is idle, or at once
 * when somebody presses it.
 */
export function LazySelect<Value extends string>(props: SelectProps<Value>) {
  const { value, onValueChange, options, variant = 'field', className } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isIdle = useIdle(button, LateSelect.fetch);
  const [presses, setPresses] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const shown = chosen?.label ?? props.placeholder ?? value;
  const placeholderButton = (
    <button
      ref={button}
      type="button"
      id={props.id}
      // A button has no value to be read beside its name, so the name says both.
      aria-label={props['aria-label'] && `${props['aria-label']}: ${shown}`}
      aria-haspopup="listbox"
      disabled={props.disabled}
      className={clsx(selectLook, selectLooks[variant], className)}
      onClick={() => setPresses((before) => before + 1)}
    >
      <span>
        <span className={optionLook}>
          {chosen?.icon}
          {shown}
        </span>
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 opacity-80" />
    </button>
  );
  if (!isIdle && presses === 0) return placeholderButton;
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <LateSelect
      // A press while the button stands there again, because the code did not come, tries again.
      key={presses}
      {...props}
      onValueChange={choose}
      defaultOpen={presses > 0}
      placeholderButton={placeholderButton}
    />
  );
}
