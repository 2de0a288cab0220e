import { useState, type ComponentProps } from 'react';
import { clsx } from 'clsx';
import { Eye, EyeOff, Search } from 'lucide-react';
import { IconButton } from './button.tsx';

/** What Input, Textarea and Select share. */
export const controlStyles =
  'w-full rounded-base border border-line-strong/50 bg-surface text-field text-ink transition-colors hover:border-line-strong focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger-ink aria-invalid:outline-danger-ink';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input dir="auto" className={clsx(controlStyles, 'h-10 px-3 md:h-9', className)} {...props} />
  );
}

/** For a name, an address or a code, which phones must not correct or capitalise. */
export function IdentifierInput(props: ComponentProps<'input'>) {
  return <Input autoCapitalize="none" autoCorrect="off" spellCheck={false} {...props} />;
}

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={clsx(controlStyles, 'min-h-20 resize-y px-3 py-2', className)}
      {...props}
    />
  );
}

type PasswordInputProps = ComponentProps<'input'> & {
  /** Shows its text until somebody hides it. */
  isShownAtFirst?: boolean;
};

/** A password field that can show what was typed. */
export function PasswordInput({ isShownAtFirst = false, ...props }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(isShownAtFirst);
  return (
    <div className="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} className="pr-10" />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        size="sm"
        className="absolute inset-y-0 right-1 my-auto"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  );
}

type SearchInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'type'> & {
  /** The accessible name. */
  label: string;
  onSearch: (text: string) => void;
};

/** A search field over a list. */
export function SearchInput({ label, onSearch, className, ...props }: SearchInputProps) {
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-faint"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={`${label}...`}
        className="pl-9"
        onChange={(event) => onSearch(event.target.value)}
        {...props}
      />
    </div>
  );
}

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** `clicks`: 2 where it was the second click of a double click. */
  onCheckedChange?: (checked: boolean, clicks: number) => void;
};

/**
 * Needs a name: a `<label htmlFor>` or `aria-label`. Its hit area is 32 px, its box 18. A native
 * checkbox, because a list has hundreds; the tick is drawn in CSS.
 */
export function Checkbox({ className, onCheckedChange, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      className={clsx(
        'relative inline-flex size-[1.125rem] shrink-0 cursor-pointer appearance-none items-center justify-center rounded-half border-2 border-line-strong bg-surface text-white transition-colors before:absolute before:-inset-2 hover:border-accent-ink checked:border-accent checked:bg-accent checked:after:mb-0.5 checked:after:h-2.5 checked:after:w-1.5 checked:after:rotate-45 checked:after:border-r-2 checked:after:border-b-2 checked:after:animate-[tick_var(--motion-calm)_ease-out] disabled:cursor-default disabled:opacity-60',
        className,
      )}
      onChange={({ currentTarget, nativeEvent }) =>
        onCheckedChange?.(
          currentTarget.checked,
          nativeEvent instanceof UIEvent ? nativeEvent.detail : 0,
        )
      }
      {...props}
    />
  );
}
