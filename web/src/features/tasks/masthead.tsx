import type { ReactNode } from 'react';
import { categoryLabel } from '#domain/category.ts';
import {
  useCategories,
  useCategoryColors,
  useCreateCategory,
} from '../../data/categories/categories.ts';
import { formatLongDay, formatWeekday } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { ShownOnly } from '../../ui/category-mark.tsx';

/** The ring's circumference; its radius is 17. */
const ROUND = 2 * Math.PI * 17;

/** A ring that shows how many of the day's tasks are completed. */
function Ring({ toDo, done }: { toDo: number; done: number }) {
  const share = done === 0 ? 0 : done / (toDo + done);
  return (
    <svg
      aria-hidden
      viewBox="0 0 40 40"
      className="size-10 -rotate-90"
      fill="none"
      strokeWidth="2.5"
    >
      <circle cx="20" cy="20" r="17" className="stroke-line" />
      <circle
        cx="20"
        cy="20"
        r="17"
        strokeLinecap="round"
        className={`stroke-accent-ink transition-[stroke-dashoffset] duration-slow ${share === 0 ? 'opacity-0' : ''}`}
        strokeDasharray={ROUND}
        strokeDashoffset={ROUND * (1 - share)}
      />
    </svg>
  );
}

type MastheadProps = {
  today: string;
  /** Undefined while the tasks load. */
  counts?: { toDo: number; done: number };
  /** The selected category, if there is one. */
  children?: ReactNode;
};

/** The day and its progress. */
export function Masthead({ today, counts, children }: MastheadProps) {
  const { toDo, done } = counts ?? { toDo: 0, done: 0 };
  return (
    <header className="flex flex-wrap items-end gap-x-6 gap-y-3 pt-2 lg:col-span-2">
      <div className="flex items-center gap-4">
        <Ring toDo={toDo} done={done} />
        <div>
          <p className="text-2xl font-semibold">{formatWeekday(today)}</p>
          <p className="text-soft">
            {formatLongDay(today)}
            {counts ? ` · ${toDo} to do, ${done} done` : null}
          </p>
        </div>
      </div>
      {children}
    </header>
  );
}

type ShownCategoryProps = { category: string; onShowAll: () => void };

/** The selected category, with a button that shows all. */
export function ShownCategory({ category, onShowAll }: ShownCategoryProps) {
  const colorOf = useCategoryColors();
  return (
    <ShownOnly color={colorOf(category)} label={categoryLabel(category)} onShowAll={onShowAll} />
  );
}

const STARTERS = ['Work', 'Personal', 'Projects'];

/** For accounts without tasks: how to add one, and a button that creates some categories. */
export function FirstRun() {
  const { names } = useCategories();
  const { mutateAsync: create } = useCreateCategory();
  const add = async () => {
    // One after the other, so that only the last toast stays.
    for (const name of STARTERS) await create(name);
  };
  return (
    <section
      aria-label="First steps"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-base bg-sunken px-5 py-4 lg:col-span-2"
    >
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        Type what you want to do above and press Enter. That is your first task.
      </p>
      {names.length === 0 ? (
        <Button onClick={() => void add()}>Add categories: {STARTERS.join(', ')}</Button>
      ) : null}
    </section>
  );
}
