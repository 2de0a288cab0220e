import { useCallback, useMemo, useState } from 'react';
import { inCategory } from '#domain/category.ts';
import { useCategories, useSelectedCategory } from '../../data/categories/categories.ts';
import { useTasks } from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { useToday } from '../../lib/clock.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { LazySelect } from '../../ui/lazy-select.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import {
  panelTexts,
  selectablePanels,
  useTaskPanels,
  type PanelName,
  type SelectablePanel,
} from './panels.ts';
import { useTaskActions } from './task-actions.tsx';
import { TaskPanel } from './task-panel.tsx';

const DeleteTaskDialog = lazyWithRetry(
  async () => (await import('./task-dialog.tsx')).DeleteTaskDialog,
  {
    onError: ({ onClose }) => onClose(),
  },
);

type Props = { tasks: readonly TaskRow[]; selectedCategory: string; today: string };

const NONE: TaskRow[] = [];
const panelOptions = selectablePanels.map((value) => ({
  value,
  label: panelTexts[value].heading,
}));

/** What is to be done on the left, done and coming on the right. */
function Panels({ tasks, selectedCategory, today }: Props) {
  const [deleting, setDeleting] = useState<{ task: TaskRow; row: HTMLElement | null } | null>(null);
  const actions = useTaskActions(
    useCallback((task: TaskRow, row: HTMLElement | null) => setDeleting({ task, row }), []),
  );
  const shown = useMemo(() => inCategory(tasks, selectedCategory), [tasks, selectedCategory]);
  const isFiltered = shown !== tasks;
  const unfiltered = useTaskPanels(tasks, today);
  const filtered = useTaskPanels(isFiltered ? shown : NONE, today);
  const panels = isFiltered ? filtered : unfiltered;
  const [selected, setSelected] = useState<SelectablePanel>('nextWeek');
  const selector = useMemo(
    () => (
      <LazySelect
        aria-label="Tasks to show"
        value={selected}
        onValueChange={setSelected}
        options={panelOptions}
        variant="heading"
        className="-ml-2"
      />
    ),
    [selected],
  );
  const panel = (name: PanelName) => ({
    name,
    tasks: panels[name],
    unfiltered: unfiltered[name],
    today,
    actions,
  });
  return (
    <>
      <div className="flex min-w-0 flex-col gap-4">
        {panels.noDueDate.length > 0 ? <TaskPanel {...panel('noDueDate')} /> : null}
        <TaskPanel {...panel('dueToday')} />
        <TaskPanel {...panel('dueTomorrow')} />
        <TaskPanel {...panel('restOfWeek')} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <TaskPanel {...panel('completedToday')} />
        <TaskPanel {...panel(selected)} selector={selector} />
      </div>
      {deleting ? <DeleteTaskDialog {...deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

function PanelSkeleton({ rows }: { rows: number }) {
  return (
    <div className="rounded-base border border-line bg-surface p-4 shadow-card">
      <Skeleton className="h-5 w-32" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="mt-4 flex items-center gap-3">
          <Skeleton className="size-4.5 shrink-0" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

/** Where the panels will be, while tasks or categories load. */
function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="contents">
      <output className="sr-only">Loading tasks...</output>
      <div className="flex min-w-0 flex-col gap-4">
        <PanelSkeleton rows={4} />
        <PanelSkeleton rows={3} />
        <PanelSkeleton rows={2} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <PanelSkeleton rows={2} />
        <PanelSkeleton rows={5} />
      </div>
    </div>
  );
}

/** All panels (docs/spec.md, section 2), as soon as their tasks are there. */
export function Dashboard() {
  const today = useToday();
  const tasks = useTasks(today);
  const categories = useCategories();
  const { selected } = useSelectedCategory();
  if (tasks.status === 'error') {
    return (
      <ErrorState
        className="lg:col-span-2"
        title="Your tasks could not be loaded"
        message={loadFailureText(tasks.error)}
        onRetry={tasks.retry}
        isRetrying={tasks.isRetrying}
      />
    );
  }
  // Without its categories the dashboard still is of use; only the filter has nothing to offer.
  if (tasks.status === 'loading' || categories.state.status === 'loading')
    return <DashboardSkeleton />;
  return <Panels tasks={tasks.rows} selectedCategory={selected} today={today} />;
}
