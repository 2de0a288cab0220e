import { useCallback, useMemo, useState } from 'react';
import { inCategory } from '#domain/category.ts';
import type { TaskRow } from '../../db/rows.ts';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { LazySelect } from '../../ui/lazy-select.tsx';
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

/** All panels (docs/spec.md, section 2): what is to be done on the left, done and coming on the right. */
export function Dashboard({ tasks, selectedCategory, today }: Props) {
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
