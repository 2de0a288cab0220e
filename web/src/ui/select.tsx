import type { ReactNode } from 'react';
import * as Radix from '@radix-ui/react-select';
import { clsx } from 'clsx';
import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import { optionLook, selectLook, selectLooks } from './select-look.ts';

export type SelectOption<Value extends string = string> = {
  value: Value;
  label: string;
  /** Drawn before the label, in the list and in the closed control. */
  icon?: ReactNode;
};

export type SelectProps<Value extends string> = {
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  id?: string;
  placeholder?: string;
  disabled?: boolean;
  /** Opens as soon as it is there. */
  defaultOpen?: boolean;
  /** `bar`: on the coloured top bar. */
  variant?: keyof typeof selectLooks;
  className?: string;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
};

/** One of few. Type-ahead, scrolling and the edge padding of 10 px come with Radix (section 9). */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  disabled,
  defaultOpen = false,
  variant = 'field',
  className,
  ...trigger
}: SelectProps<Value>) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} disabled={disabled} defaultOpen={defaultOpen}>
      <Radix.Trigger className={clsx(selectLook, selectLooks[variant], className)} {...trigger}>
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 opacity-80" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={10}
          className="z-50 max-h-(--radix-select-content-available-height) max-w-(--radix-select-content-available-width) min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-base border border-line bg-raised text-ink shadow-raised"
        >
          <Radix.ScrollUpButton className="flex justify-center py-1">
            <ChevronUp aria-hidden className="size-4" />
          </Radix.ScrollUpButton>
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex min-h-9 cursor-default items-center gap-2 rounded-half py-1.5 pr-8 pl-2 text-sm wrap-anywhere outline-none select-none data-[highlighted]:bg-hover md:min-h-8"
              >
                <Radix.ItemText>
                  <span className={optionLook}>
                    {option.icon}
                    {option.label}
                  </span>
                </Radix.ItemText>
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="size-4 text-accent-ink" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
          <Radix.ScrollDownButton className="flex justify-center py-1">
            <ChevronDown aria-hidden className="size-4" />
          </Radix.ScrollDownButton>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
