import { useState, type ComponentProps } from 'react';
import { clsx } from 'clsx';
import { Eye, EyeOff, Search } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

/** What Input, Textarea and Select share. 16 px on phones, so that iOS does not zoom in. */
export const controlStyles =
  'w-full rounded-base border border-line-strong/50 bg-surface text-base text-ink transition-colors hover:border-line-strong focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger-ink md:text-sm';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={clsx(controlStyles, 'h-10 px-3 md:h-9', className)} {...props} />;
}

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={clsx(controlStyles, 'min-h-20 resize-y px-3 py-2', className)}
      {...props}
    />
  );
}

type PasswordInputProps = ComponentProps<'input'> & {
  /** What is in it need not be hidden, until somebody wants it to be. */
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

/** A field to look for something in the list below it; `className` places it. */
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
