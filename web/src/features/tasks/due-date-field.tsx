import { useState } from 'react';
import { CalendarDays, X } from 'lucide-react';
import { formatFullDay } from '../../lib/clock.ts';
import { IconButton } from '../../ui/button.tsx';
import type { FieldControl } from '../../ui/field.tsx';
import { controlStyles } from '../../ui/input.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/states.tsx';

const loadCalendar = () => import('./calendar.tsx');
// As large as the calendar, because the popover is placed before that is loaded.
const Calendar = lazyWithRetry(async () => (await loadCalendar()).Calendar, {
  Fallback: () => <Skeleton className="h-94 w-63 md:h-93" />,
});

type Props = FieldControl & {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** A button that shows the date and opens a calendar, and one that clears the date. */
export function DueDateField({ value, onChange, onBlur, ...controlProps }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const text = value ? formatFullDay(value) : 'No date';
  const choose = (date: string) => {
    onChange(date);
    setIsOpen(false);
  };
  return (
    <div className="relative">
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger
          {...controlProps}
          type="button"
          aria-label={`Due Date: ${text}`}
          onPointerEnter={() => void loadCalendar()}
          onFocus={() => void loadCalendar()}
          onBlur={onBlur}
          className={`${controlStyles} flex h-10 items-center gap-2 px-3 text-left md:h-9`}
        >
          <CalendarDays aria-hidden className="size-4 shrink-0 text-soft" />
          <span className={value ? '' : 'text-faint'}>{text}</span>
        </PopoverTrigger>
        <PopoverContent align="start" aria-label="Choose a due date" className="p-3">
          <Calendar value={value} onChange={choose} />
        </PopoverContent>
      </Popover>
      {value ? (
        <IconButton
          label="Clear date"
          size="sm"
          className="!absolute top-1 right-1"
          onClick={() => onChange('')}
        >
          <X aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}
