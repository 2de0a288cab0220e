import { lazy, Suspense, useRef, useState } from 'react';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { selectLook, selectLooks } from './select-look.ts';
import type { SelectProps } from './select.tsx';
import { useIdle } from './use-idle.ts';

const Select = lazy(async () => ({ default: (await import('./select.tsx')).Select<string> }));

/**
 * A Select on a screen that must stand quickly: its code comes when the page is idle, or at once
 * when somebody presses it.
 */
export function LazySelect<Value extends string>(props: SelectProps<Value>) {
  const { value, onValueChange, options, variant = 'field', className } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isIdle = useIdle(button);
  const [isWanted, setIsWanted] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const shown = chosen?.label ?? props.placeholder ?? value;
  const placeholder = (
    <button
      ref={button}
      type="button"
      id={props.id}
      // A button has no value to be read beside its name, so the name says both.
      aria-label={props['aria-label'] && `${props['aria-label']}: ${shown}`}
      aria-haspopup="listbox"
      disabled={props.disabled}
      className={clsx(selectLook, selectLooks[variant], className)}
      onClick={() => setIsWanted(true)}
    >
      <span>{shown}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 opacity-80" />
    </button>
  );
  if (!isIdle && !isWanted) return placeholder;
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <Suspense fallback={placeholder}>
      <Select {...props} onValueChange={choose} defaultOpen={isWanted} />
    </Suspense>
  );
}
