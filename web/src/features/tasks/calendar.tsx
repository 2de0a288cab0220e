import { useEffect, useRef } from 'react';
import { format, parseISO } from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { addDays, toDateOnly } from '#domain/dates.ts';
import { endOfWeek } from '#domain/task.ts';
import { Button } from '../../ui/button.tsx';
import { today } from '../../lib/clock.ts';
import { useWeekStart } from './panels.ts';

type Props = {
  /** YYYY-MM-DD, or empty. */
  value: string;
  onChange: (value: string) => void;
};

const arrow =
  'inline-flex size-9 items-center justify-center rounded-base text-soft hover:bg-hover hover:text-ink md:size-8';

const classNames = {
  months: 'relative',
  month_caption: 'flex h-9 items-center justify-center text-sm font-semibold md:h-8',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrow,
  button_next: arrow,
  month_grid: 'mt-2 border-collapse',
  weekday: 'size-9 text-xs font-medium text-faint',
  day: 'size-9 p-0 text-center',
  day_button:
    'size-9 rounded-base text-sm tabular-nums hover:bg-hover [[data-selected]>&]:bg-accent [[data-selected]>&]:text-white',
  today: 'font-bold text-accent-ink',
  outside: 'text-faint',
};

function Arrow({ orientation }: { orientation?: string | undefined }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden className="size-4" />;
}
const components = { Chevron: Arrow };

const labels = {
  /** 'Wednesday, March 4, 2026': with the number as it is seen. */
  labelDayButton: (
    date: Date,
    { today: isToday, selected }: { today?: boolean; selected?: boolean },
  ) =>
    [isToday ? 'Today' : '', format(date, 'EEEE, MMMM d, yyyy'), selected ? 'selected' : '']
      .filter(Boolean)
      .join(', '),
};

/** 0 Sunday to 6 Saturday. */
type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A month of days; arrow keys move by day and week, Page Up and Down by month. */
export function Calendar({ value, onChange }: Props) {
  const weekStart = useWeekStart() as Day;
  const selected = value ? parseISO(value) : undefined;
  const day = today();
  const shortcuts = [
    ['Today', day],
    ['Tomorrow', addDays(day, 1)],
    ['Next week', addDays(endOfWeek(day, weekStart), 1)],
    ['No date', ''],
  ] as const;
  const picker = useRef<HTMLDivElement>(null);
  useEffect(() => picker.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus(), []);
  return (
    <div ref={picker}>
      <DayPicker
        mode="single"
        required
        showOutsideDays
        fixedWeeks
        weekStartsOn={weekStart}
        today={parseISO(day)}
        selected={selected}
        defaultMonth={selected ?? parseISO(day)}
        onSelect={(date) => onChange(toDateOnly(date))}
        classNames={classNames}
        components={components}
        labels={labels}
      />
      <div className="mt-2 grid grid-cols-2 gap-2">
        {shortcuts.map(([label, date]) => (
          <Button key={label} size="sm" onClick={() => onChange(date)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
