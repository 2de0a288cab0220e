import { useMemo } from 'react';
import { inCategory } from '#domain/category.ts';
import type { TaskRow } from '../../db/rows.ts';
import { SelectedPanel } from './selected-panel.tsx';
import { useTaskPanels } from './stable-panels.ts';
import { TaskPanel } from './task-panel.tsx';
import { useTaskActions } from './use-task-actions.ts';

type Props = { tasks: readonly TaskRow[]; selectedCategory: string; today: string };

const NONE: TaskRow[] = [];

/** All panels (spec section 2): what is to be done on the left, done and coming on the right. */
export function Dashboard({ tasks, selectedCategory, today }: Props) {
  const actions = useTaskActions();
  const shown = useMemo(() => inCategory(tasks, selectedCategory), [tasks, selectedCategory]);
  const isFiltered = shown !== tasks;
  const unfiltered = useTaskPanels(tasks, today);
  const filtered = useTaskPanels(isFiltered ? shown : NONE, today);
  const panels = isFiltered ? filtered : unfiltered;
  const panel = (name: keyof typeof panels) => (
    <TaskPanel
      name={name}
      tasks={panels[name]}
      unfiltered={unfiltered[name]}
      today={today}
      actions={actions}
    />
  );
  return (
    <>
      <div className="flex min-w-0 flex-col gap-4">
        {panels.noDueDate.length > 0 ? panel('noDueDate') : null}
        {panel('dueToday')}
        {panel('dueTomorrow')}
        {panel('restOfWeek')}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {panel('completedToday')}
        <SelectedPanel panels={panels} unfiltered={unfiltered} today={today} actions={actions} />
      </div>
    </>
  );
}
