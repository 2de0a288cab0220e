import { useDeferredValue, useState } from 'react';
import { HandleSlots, HandleSlotsContext } from './drag/handle-slots.ts';
import { LatePanelDrag, useDragReady } from './drag/late-panel-drag.ts';
import { LongTaskList } from './long-list-head.tsx';
import { PlainTaskList, type TaskListProps } from './plain-task-list.tsx';

/** Rows from which on a list draws only those that are seen. */
const LONG = 60;

type Props = TaskListProps & {
  /** Spoken while dragging. */
  panelHeading: string;
  /** The panel's tasks without regard to the category filter: the order is kept among them all. */
  unfiltered: TaskListProps['tasks'];
};

export function TaskList({ panelHeading, unfiltered, ...list }: Props) {
  const [slots] = useState(() => new HandleSlots());
  const isDragReady = useDragReady();
  // What is seen is drawn first; the handles learn of it right after.
  const tasks = useDeferredValue(list.tasks);
  return (
    <HandleSlotsContext value={slots}>
      {list.tasks.length > LONG ? (
        <LongTaskList {...list} slots={slots} />
      ) : (
        <PlainTaskList {...list} />
      )}
      {list.isDraggable && isDragReady ? (
        <LatePanelDrag
          slots={slots}
          panelHeading={panelHeading}
          tasks={tasks}
          unfiltered={unfiltered}
        />
      ) : null}
    </HandleSlotsContext>
  );
}
