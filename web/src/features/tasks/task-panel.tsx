import { memo, useId, type ReactNode } from 'react';
import type { TaskRow } from '../../db/rows.ts';
import { panelTexts, type PanelName } from './panels.ts';
import type { TaskActions } from './task-actions.tsx';
import { TaskList } from './task-list.tsx';

type Props = {
  name: PanelName;
  tasks: readonly TaskRow[];
  /** The same without the category filter. */
  unfiltered: readonly TaskRow[];
  today: string;
  actions: TaskActions;
  /** Drawn in the place of the heading, which stays for screen readers. */
  selector?: ReactNode;
};

/** A region named by its heading, with a count, and a list or the panel's empty text. */
export const TaskPanel = memo(function TaskPanel(props: Props) {
  const { name, tasks, unfiltered, today, actions, selector } = props;
  const headingId = useId();
  const { heading, empty } = panelTexts[name];
  return (
    <section
      aria-labelledby={headingId}
      className="@container overflow-hidden rounded-base border border-line bg-surface shadow-card"
    >
      <header className="flex min-h-12 items-center gap-2 border-b border-line px-4 py-1">
        <h2
          id={headingId}
          tabIndex={-1}
          className={selector ? 'sr-only' : 'text-base font-semibold'}
        >
          {heading}
        </h2>
        {selector}
        <span className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-sunken px-1.5 text-xs font-medium text-soft tabular-nums">
          {tasks.length}
        </span>
      </header>
      {tasks.length === 0 ? (
        <p className="px-4 py-4 text-center text-soft">{empty}</p>
      ) : (
        <TaskList
          tasks={tasks}
          unfiltered={unfiltered}
          today={today}
          actions={actions}
          labelledBy={headingId}
          heading={heading}
        />
      )}
    </section>
  );
});
