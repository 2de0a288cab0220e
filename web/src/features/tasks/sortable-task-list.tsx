import { memo, useCallback, useState, type FocusEvent } from 'react';
import { GripVertical } from 'lucide-react';
import { ranksToMove } from '#domain/task-order.ts';
import { useReorderTasks } from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { Sortable, useSortableItem } from '../../ui/sortable.tsx';
import { useWindowVirtualList } from '../../ui/virtual-list.tsx';
import {
  dayOfList,
  panelTexts,
  usualRowHeight,
  WHOLE_UP_TO,
  type PanelName,
  type TaskListProps,
} from './panels.ts';
import type { ShownTask } from './row-transitions.ts';
import type { TaskActions } from './task-actions.tsx';
import { TaskListItem } from './task-list.tsx';

const uidOf = ({ uid }: TaskRow) => uid;
const headingOf = (panel: string) => panelTexts[panel as PanelName].heading;

/**
 * The tasks of a panel, sorted by dragging; a task dropped on another panel gets that panel's day
 * (docs/decisions/0045-dragging-to-another-day.md). Of a long list only the visible rows are rendered.
 */
export function SortableTaskList({ heading, unfiltered, ...list }: TaskListProps) {
  const { mutate: reorder } = useReorderTasks();
  const { name, tasks, days, actions } = list;
  const move = (uid: string, overUid: string) => {
    const ranks = ranksToMove(unfiltered, uid, overUid);
    if (ranks.length > 0) reorder(ranks);
  };
  const moveToPanel = (uid: string, panel: string) => {
    const task = tasks.find((one) => one.uid === uid);
    const day = days[panel as PanelName].drop;
    const dragged = document.querySelector('[data-dragged]');
    if (task && day !== undefined && task.due_date !== day) actions.move([task], day, dragged);
  };
  return (
    <Sortable
      items={tasks}
      heading={heading}
      onMove={move}
      zones={{
        own: name,
        nameOf: headingOf,
        onDrop: moveToPanel,
      }}
      renderDragged={({ title }) => <DraggedTask title={title} />}
    >
      {(draggedUid) => <Rows {...list} draggedUid={draggedUid} />}
    </Sortable>
  );
}

type RowsProps = Omit<TaskListProps, 'heading' | 'unfiltered'> & { draggedUid: string | null };

/**
 * The rows stay in the flow of the page, with a margin in place of those that are not rendered, so
 * that a row does not render again when one before it is removed. Tab reaches one row of the list: the
 * first, or the one that had the focus last.
 */
function Rows({ draggedUid, ...list }: RowsProps) {
  const { tasks, today, actions, labelledBy } = list;
  const [rowHeight] = useState(usualRowHeight);
  const [last, setLast] = useState<string>();
  const current = tasks.some(({ uid }) => uid === last) ? last : tasks[0]?.uid;
  const isLong = tasks.length > WHOLE_UP_TO;
  const { rows, listProps, measure } = useWindowVirtualList({
    items: tasks,
    keyOf: uidOf,
    rowHeight,
    overscan: isLong ? 8 : WHOLE_UP_TO,
    kept: [draggedUid, current],
  });
  const below = Number(listProps.style.height) - (rows.at(-1)?.bottom ?? 0);
  const props = {
    ...listProps,
    onFocus: (event: FocusEvent) => {
      listProps.onFocus(event);
      setLast(event.target.closest<HTMLElement>('[data-task]')?.dataset.task);
    },
    style: { paddingBottom: below },
  };
  return (
    <ul {...props} aria-labelledby={labelledBy} className="[overflow-anchor:none]">
      {rows.map(({ item, index, top }, place) => (
        <SortableTask
          key={item.uid}
          task={item}
          today={today}
          saidDay={dayOfList(list)}
          actions={actions}
          isTabStop={item.uid === current}
          index={index}
          total={tasks.length}
          gap={top - (rows[place - 1]?.bottom ?? 0)}
          measure={measure}
        />
      ))}
    </ul>
  );
}

type SortableTaskProps = {
  task: ShownTask;
  today: string;
  saidDay: string | undefined;
  actions: TaskActions;
  isTabStop: boolean;
  index: number;
  total: number;
  /** Pixels between the rendered row before and this one. */
  gap: number;
  measure: (row: HTMLLIElement | null) => void;
};

/** The controls of a row that a finger presses; one that rests elsewhere picks the row up. */
const CONTROLS = '[data-control]:not([data-control=title])';

const SortableTask = memo(function SortableTask(props: SortableTaskProps) {
  const { task, index, total, gap, measure, ...item } = props;
  const { openMenu } = item.actions;
  const {
    ref: sort,
    style,
    handle,
    onTouchStart,
  } = useSortableItem(task.uid, 'Drag to reorder', {
    isTabStop: false,
    openMenu: useCallback((button) => openMenu('more', task, button), [openMenu, task]),
  });
  const ref = useCallback(
    (row: HTMLLIElement | null) => {
      sort(row);
      measure(row);
    },
    [sort, measure],
  );
  return (
    <TaskListItem
      ref={ref}
      task={task}
      {...item}
      handle={handle}
      onTouchStart={(event) => {
        if (!(event.target instanceof Element && event.target.closest(CONTROLS)))
          onTouchStart(event);
      }}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      style={gap > 0 ? { ...style, marginTop: gap } : style}
    />
  );
});

/** The copy that follows the pointer or the finger: checkbox and title, placed as in the row. */
function DraggedTask({ title }: { title: string }) {
  return (
    <div
      data-dragged
      className="flex h-full items-center gap-2 rounded-base border border-accent-ink bg-raised py-1.5 pr-3 shadow-overlay pointer-coarse:pl-3.5"
    >
      <GripVertical aria-hidden className="mx-1 size-4 shrink-0 pointer-coarse:hidden" />
      <span className="size-[1.125rem] shrink-0 rounded-half border-2 border-line-strong" />
      <span className="line-clamp-1 wrap-anywhere">{title}</span>
    </div>
  );
}
