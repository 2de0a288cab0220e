import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ALL_CATEGORIES, inCategory } from '#domain/category.ts';
import { useCategories, useSelectedCategory } from '../../data/categories/categories.ts';
import { useAllTasks, useTasks } from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { useToday } from '../../lib/clock.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { whenIdle } from '../../lib/later.ts';
import { NEW, useOpenDialog } from '../../lib/url-state.ts';
import { lazyDialog } from '../../ui/lazy.tsx';
import { LazySelect } from '../../ui/lazy-select.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { FirstRun, Masthead, ShownCategory } from './masthead.tsx';
import {
  panelDays,
  panelTexts,
  selectablePanels,
  useIsWide,
  useSelectedPanel,
  useTaskPanels,
  useWeekStart,
  type PanelName,
} from './panels.ts';
import { TaskDialog } from './quick-add.tsx';
import { useRowKeys, useRowSwipes } from './row-input.ts';
import { useShownTasks, type ShownTask } from './row-transitions.ts';
import { useTaskActions, type OpenMenu } from './task-actions.tsx';
import { TaskPanel } from './task-panel.tsx';

const DeleteTaskDialog = lazyDialog(
  async () => (await import('./task-dialog.tsx')).DeleteTaskDialog,
);
const TaskMenu = lazyDialog(async () => (await import('./task-menu.tsx')).TaskMenu);

type Props = { tasks: readonly TaskRow[]; selectedCategory: string; today: string };

const NONE: ShownTask[] = [];
const panelOptions = selectablePanels.map((value) => ({
  value,
  label: panelTexts[value].heading,
}));

/** The order in one column: what is due first, what is done last. */
const ONE_COLUMN = ['dueToday', 'noDueDate', 'dueTomorrow', 'restOfWeek'] as const;
const LEFT_COLUMN = ['noDueDate', 'dueToday', 'dueTomorrow', 'restOfWeek'] as const;

/** The panels, unfiltered and for the selected category. */
function usePanels(known: readonly TaskRow[], selectedCategory: string, today: string) {
  const weekStart = useWeekStart();
  const tasks = useShownTasks(known);
  const shown = useMemo(() => inCategory(tasks, selectedCategory), [tasks, selectedCategory]);
  const isFiltered = shown !== tasks;
  const unfiltered = useTaskPanels(tasks, today, weekStart);
  const filtered = useTaskPanels(isFiltered ? shown : NONE, today, weekStart);
  const days = useMemo(() => panelDays(today, weekStart), [today, weekStart]);
  return { tasks, unfiltered, panels: isFiltered ? filtered : unfiltered, days };
}

/** Open tasks on the left, completed and coming ones on the right. */
function Panels({ tasks: known, selectedCategory, today }: Props) {
  const [deleting, setDeleting] = useState<{ task: TaskRow; row: HTMLElement | null } | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { select } = useSelectedCategory('tasks');
  const actions = useTaskActions(
    useCallback((task: TaskRow, row: HTMLElement | null) => setDeleting({ task, row }), []),
    setMenu,
  );
  const { tasks, unfiltered, panels, days } = usePanels(known, selectedCategory, today);
  const category = selectedCategory === ALL_CATEGORIES ? null : selectedCategory;
  const [selected, setSelected] = useSelectedPanel();
  const isWide = useIsWide();
  const area = useRef<HTMLDivElement>(null);
  const taskOf = (uid: string) => tasks.find((task) => task.uid === uid);
  useRowKeys(area, taskOf, actions);
  useRowSwipes(area, taskOf, actions);
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
    [selected, setSelected],
  );
  const draw = (name: PanelName, heading?: ReactNode) =>
    name === 'noDueDate' && panels.noDueDate.length === 0 ? null : (
      <TaskPanel
        key={heading ? 'selected' : name}
        name={name}
        tasks={panels[name]}
        unfiltered={unfiltered[name]}
        today={today}
        days={days}
        actions={actions}
        category={category}
        selector={heading}
      />
    );
  const column = 'flex min-w-0 flex-col gap-8';
  return (
    <div ref={area} className="contents">
      <Masthead
        today={today}
        counts={{
          toDo: panels.dueToday.filter(({ ticked }) => !ticked).length,
          done: panels.completedToday.length,
        }}
      >
        {category === null ? null : (
          <ShownCategory category={category} onShowAll={() => select(ALL_CATEGORIES)} />
        )}
      </Masthead>
      {isWide ? (
        <>
          <div className={column}>{LEFT_COLUMN.map((name) => draw(name))}</div>
          <div className={column}>
            {draw('completedToday')}
            {draw(selected, selector)}
          </div>
        </>
      ) : (
        <div className={column}>
          {ONE_COLUMN.map((name) => draw(name))}
          {draw(selected, selector)}
          {draw('completedToday')}
        </div>
      )}
      {deleting ? <DeleteTaskDialog {...deleting} onClose={() => setDeleting(null)} /> : null}
      {menu ? (
        <TaskMenu
          key={menu.kind}
          {...menu}
          actions={actions}
          panels={unfiltered}
          onClose={() => setMenu(null)}
        />
      ) : null}
    </div>
  );
}

function PanelSkeleton({ rows }: { rows: number }) {
  return (
    <div>
      <Skeleton className="h-5 w-32" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="mt-5 flex items-center gap-3">
          <Skeleton className="size-4.5 shrink-0 rounded-half" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

/** In place of the panels while tasks or categories load. */
function DashboardSkeleton({ today }: { today: string }) {
  return (
    <div aria-busy="true" className="contents">
      <output className="sr-only">Loading tasks...</output>
      <Masthead today={today} />
      <div className="flex min-w-0 flex-col gap-8">
        <PanelSkeleton rows={4} />
        <PanelSkeleton rows={3} />
        <PanelSkeleton rows={2} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <PanelSkeleton rows={2} />
        <PanelSkeleton rows={5} />
      </div>
    </div>
  );
}

/** Whether the account has no task at all. */
function useIsFirstRun(): boolean {
  const all = useAllTasks();
  return all.status === 'ready' && !all.isPartial && all.rows.length === 0;
}

/** All panels (spec section 2), once their tasks are loaded. */
function Dashboard() {
  const today = useToday();
  const tasks = useTasks(today);
  const categories = useCategories();
  const { selected } = useSelectedCategory('tasks');
  const isFirstRun = useIsFirstRun();
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
  // If only the categories fail, the dashboard is shown, with an empty filter.
  if (tasks.status === 'loading' || categories.state.status === 'loading')
    return <DashboardSkeleton today={today} />;
  return (
    <>
      {isFirstRun ? <FirstRun /> : null}
      <Panels tasks={tasks.rows} selectedCategory={selected} today={today} />
    </>
  );
}

/** Preloads the dialogs, so that they open at once, and offline. */
function preloadDialogs(): void {
  Promise.all([TaskDialog.preload(), import('./calendar.tsx')]).catch((error: unknown) => {
    console.warn('The dialogs could not be preloaded.', error);
  });
}

/** The dialog of the task in the URL: `?task=UID`. The one of a new task is in quick-add.tsx. */
function EditDialog() {
  const tasks = useAllTasks();
  const { uid, close } = useOpenDialog('task', {
    has: (wanted) => tasks.status === 'ready' && tasks.rows.some((task) => task.uid === wanted),
    isComplete: tasks.status === 'ready' && !tasks.isPartial,
  });
  useEffect(() => whenIdle(preloadDialogs), []);
  return uid === null || uid === NEW ? null : <TaskDialog key={uid} uid={uid} onClose={close} />;
}

/** The main screen (spec section 2, `/`). */
export function TasksPage() {
  return (
    <main className="mx-auto grid w-full max-w-[1232px] flex-1 grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-8 px-4 pt-4 pb-24 sm:pt-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <h1 className="sr-only">Tasks</h1>
      <Dashboard />
      <EditDialog />
    </main>
  );
}
