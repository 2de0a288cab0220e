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
      // A button has no value to be read beside its name, so the name says both.
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

/** A Select on a screen that has to be there quickly: its code comes when the page is idle. */
export function LazySelect<Value extends string>(props: SelectProps<Value>) {
  return (
    <StringSelect {...props} onValueChange={chooseOption(props.options, props.onValueChange)} />
  );
}
