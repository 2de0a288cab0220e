import type { ReactNode } from 'react';
import { controlStyles } from './input.tsx';

/** Styles of the closed Select and of its placeholder. */
export const selectStyles =
  'flex items-center justify-between gap-2 text-left transition-colors [&>span]:truncate';

/** Around icon and label, in a line that can be truncated. */
export const optionStyles = '[&>*]:mr-2 [&>*]:inline-block [&>*]:align-middle';

export const selectVariants = {
  field: `${controlStyles} h-10 px-3 md:h-9`,
  /** On the coloured header. */
  header:
    'h-10 rounded-base bg-black/20 px-3 text-base font-medium text-white hover:bg-black/30 md:h-9',
  /** In place of a heading. */
  heading: 'h-9 rounded-base px-2 text-lg font-semibold text-ink hover:bg-hover',
};

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
  /** Opens as soon as it is mounted. */
  defaultOpen?: boolean;
  /** `header`: on the coloured header. */
  variant?: keyof typeof selectVariants;
  className?: string;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
};

/** Maps the text that a control returns to its option. */
export function chooseOption<Value extends string>(
  options: readonly SelectOption<Value>[],
  onValueChange: (value: Value) => void,
): (text: string) => void {
  return (text) => {
    const option = options.find(({ value }) => value === text);
    if (option) onValueChange(option.value);
  };
}
