import { memo, useId, useMemo, useState, type ReactNode } from 'react';
import { CalendarCheck, ChevronDown } from 'lucide-react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { categoryLabel } from '#domain/category.ts';
import { isOverdue } from '#domain/task.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { panelTexts, useFolded, type PanelName, type TaskListProps } from './panels.ts';
import type { ShownTask } from './row-transitions.ts';
import type { TaskActions } from './task-actions.tsx';
import { TaskList } from './task-list.tsx';

type Props = Pick<TaskListProps, 'today' | 'days' | 'actions' | 'unfiltered' | 'tasks'> & {
  name: PanelName;
  /** The selected category, null for all. */
  category: string | null;
  /** Shown instead of the heading, which stays for screen readers. */
  selector?: ReactNode;
};

/** A panel: heading, days, count, and the list or the panel's empty text. */
export const TaskPanel = memo(function TaskPanel(props: Props) {
  const { name, tasks, days, selector } = props;
  const headingId = useId();
  const { heading } = panelTexts[name];
  const [isFolded, toggle] = useFolded(name);
  const { text, drop } = days[name];
  return (
    <section
      aria-labelledby={headingId}
      data-panel={name}
      data-drop-zone={drop === undefined ? undefined : name}
      className="@container rounded-base data-[over]:bg-accent-soft"
    >
      <header className="group/head flex min-h-9 items-center gap-2.5">
        <h2 id={headingId} tabIndex={-1} className={selector ? 'sr-only' : 'text-lg font-semibold'}>
          {heading}
        </h2>
        {selector}
        <span className="text-soft">{tasks.length}</span>
        {text ? <span className="text-sm text-faint">{text}</span> : null}
        <IconButton
          label={isFolded ? `Unfold ${heading}` : `Fold ${heading}`}
          aria-expanded={!isFolded}
          size="sm"
          className="ml-auto"
          onClick={toggle}
        >
          <ChevronDown
            aria-hidden
            className={clsx('transition-transform', isFolded && '-rotate-90')}
          />
        </IconButton>
      </header>
      <div className="border-t border-line">
        {isFolded ? null : <Content {...props} labelledBy={headingId} />}
        {name === 'completedToday' ? (
          <Link
            to="/completed"
            className="inline-flex min-h-9 items-center text-sm text-accent-ink underline-offset-4 hover:underline"
          >
            Completed earlier
          </Link>
        ) : null}
      </div>
    </section>
  );
});

type ContentProps = Props & { labelledBy: string };

function Content(props: ContentProps) {
  const { name, tasks, unfiltered, today, days, actions, category, labelledBy } = props;
  const { heading, empty } = panelTexts[name];
  const overdue = useMemo(
    () => (name === 'dueToday' ? tasks.filter((task) => isOverdue(task, today)) : NONE),
    [name, tasks, today],
  );
  const others = useMemo(
    () => (overdue.length === 0 ? tasks : tasks.filter((task) => !isOverdue(task, today))),
    [tasks, overdue, today],
  );
  // All tasks of the panel were just completed: once they are gone, the last one was done here.
  const [isJustDone, setIsJustDone] = useState(false);
  const isDone = tasks.length > 0 ? tasks.every(({ ticked }) => ticked) : isJustDone;
  if (isDone !== isJustDone) setIsJustDone(isDone);
  if (tasks.length === 0) {
    if (category !== null && unfiltered.length > 0) {
      return (
        <p className="py-2.5 text-soft">
          Nothing of {categoryLabel(category)} here, {unfiltered.length} hidden.
        </p>
      );
    }
    return (
      <p className="flex animate-rise items-center gap-2 py-2.5 text-soft">
        {name === 'dueToday' || isJustDone ? <DoneMark isJustDone={isJustDone} /> : null}
        {empty}
      </p>
    );
  }
  const list = { unfiltered, today, days, actions };
  return (
    <>
      {overdue.length > 0 ? <Overdue {...list} tasks={overdue} /> : null}
      {others.length > 0 ? (
        <TaskList {...list} tasks={others} name={name} heading={heading} labelledBy={labelledBy} />
      ) : null}
    </>
  );
}

const NONE: ShownTask[] = [];
const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];

/** A check mark for a panel without tasks; animated right after the last one was completed. */
function DoneMark({ isJustDone }: { isJustDone: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className="size-4.5 overflow-visible text-success-ink"
    >
      {isJustDone ? (
        <g className="origin-center animate-burst opacity-0">
          {RAYS.map((angle) => (
            <path key={angle} d="M12 -2v-5" transform={`rotate(${angle} 12 12)`} />
          ))}
        </g>
      ) : null}
      <path
        d="M5 12.5l4.5 4.5L19 7.5"
        pathLength={1}
        strokeDasharray={1}
        className={isJustDone ? 'animate-draw' : undefined}
      />
    </svg>
  );
}

type OverdueProps = Pick<ContentProps, 'tasks' | 'unfiltered' | 'today' | 'days'> & {
  actions: TaskActions;
};

/** Overdue tasks, with a button that moves all of them to today. */
function Overdue(props: OverdueProps) {
  const { tasks, today, actions } = props;
  const id = useId();
  const open = tasks.filter(({ ticked }) => !ticked);
  return (
    <div className="border-b border-line">
      <div className="flex min-h-9 items-center gap-2">
        <h3 id={id} className="text-sm font-semibold text-danger-ink">
          Overdue <span className="font-normal">{tasks.length}</span>
        </h3>
        {open.length > 0 ? (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto text-accent-ink!"
            onClick={() => actions.move(open, today)}
          >
            <CalendarCheck aria-hidden />
            Move all to today
          </Button>
        ) : null}
      </div>
      <TaskList {...props} name="overdue" heading="Overdue" labelledBy={id} />
    </div>
  );
}
