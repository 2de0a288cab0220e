import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { lazyControl, type PlaceholderProps } from './lazy.tsx';
import {
  chooseOption,
  optionStyles,
  selectStyles,
  selectVariants,
  type SelectProps,
} from './select-props.ts';

/** Looks like the closed Select. */
function ClosedSelect({
  value,
  options,
  placeholder,
  variant = 'field',
  className,
  id,
  disabled,
  'aria-label': label,
  ref,
  onClick,
}: SelectProps<string> & PlaceholderProps) {
  const chosen = options.find((option) => option.value === value);
  const shown = chosen?.label ?? placeholder ?? value;
  return (
    <button
      ref={ref}
      type="button"
      id={id}
      // A button has no value that is announced, so its name says both.
      aria-label={label && `${label}: ${shown}`}
      aria-haspopup="listbox"
      disabled={disabled}
      className={clsx(selectStyles, selectVariants[variant], className)}
      onClick={onClick}
    >
      <span>
        <span className={optionStyles}>
          {chosen?.icon}
          {shown}
        </span>
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 opacity-80" />
    </button>
  );
}

const StringSelect = lazyControl<SelectProps<string>>(
  async () => (await import('./select.tsx')).Select,
  ClosedSelect,
);

/** A Select whose code is loaded when the page is idle, for screens that have to start quickly. */
export function LazySelect<Value extends string>(props: SelectProps<Value>) {
  return (
    <StringSelect {...props} onValueChange={chooseOption(props.options, props.onValueChange)} />
  );
}
