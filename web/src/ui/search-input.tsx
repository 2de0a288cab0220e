import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { Input } from './input.tsx';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'type'> & {
  /** The accessible name. */
  label: string;
  onSearch: (text: string) => void;
};

/** A field to look for something in the list below it; `className` places it. */
export function SearchInput({ label, onSearch, className, ...props }: Props) {
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
