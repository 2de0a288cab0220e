import { useMemo, useState } from 'react';
import type { TaskPanels } from '#domain/task.ts';
import type { TaskRow } from '../../db/rows.ts';
import { LazySelect } from '../../ui/lazy-select.tsx';
import { panelTexts, selectablePanels, type SelectablePanel } from './panels.ts';
import { TaskPanel } from './task-panel.tsx';
import type { TaskActions } from './use-task-actions.ts';

type Props = {
  panels: TaskPanels<TaskRow>;
  unfiltered: TaskPanels<TaskRow>;
  today: string;
  actions: TaskActions;
};

const options = selectablePanels.map((value) => ({ value, label: panelTexts[value].heading }));

/** The panel whose tasks are chosen: Next Week, This Month or All (spec section 2). */
export function SelectedPanel({ panels, unfiltered, today, actions }: Props) {
  const [name, setName] = useState<SelectablePanel>('nextWeek');
  const selector = useMemo(
    () => (
      <LazySelect
        aria-label="Tasks to show"
        value={name}
        onValueChange={setName}
        options={options}
        variant="heading"
        className="-ml-2"
      />
    ),
    [name],
  );
  return (
    <TaskPanel
      name={name}
      tasks={panels[name]}
      unfiltered={unfiltered[name]}
      today={today}
      actions={actions}
      selector={selector}
    />
  );
}
