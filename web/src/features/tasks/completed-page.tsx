import { useEffect, useEffectEvent, useMemo } from 'react';
import { CircleCheck, RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { categoryLabel } from '#domain/category.ts';
import { toDateOnly } from '#domain/dates.ts';
import { useCategoryColors } from '../../data/categories/categories.ts';
import { useCompletedTasks, useEarlierTasks } from '../../data/tasks/completed.ts';
import { useCompleteTask } from '../../data/tasks/tasks.ts';
import type { TaskRow } from '../../db/rows.ts';
import { formatFullDay, formatWeekday } from '../../lib/clock.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { useSearchField, useSearchText } from '../../lib/url-state.ts';
import { useChannelStatus } from '../../sync/sync.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CategoryMark } from '../../ui/category-mark.tsx';
import { SearchInput } from '../../ui/input.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx';
import { useWindowVirtualList } from '../../ui/virtual-list.tsx';
import { completedEntries, entriesSince, type CompletedEntry } from './panels.ts';

/**
 * Completed tasks by day, newest first, to be searched (`?q=`) and restored. Older ones than this
 * device has are read from the server on scrolling.
 */
export function CompletedPage() {
  const tasks = useCompletedTasks();
  const [text, setText] = useSearchField();
  return (
    <main className="mx-auto w-full max-w-4xl flex-1 px-4 pt-6 pb-24">
      <SearchInput label="Search completed tasks" value={text} onSearch={setText} />
      {tasks.status === 'loading' ? <Loading /> : null}
      {tasks.status === 'error' ? (
        <ErrorState
          title="Your tasks could not be loaded"
          message={loadFailureText(tasks.error)}
          onRetry={tasks.retry}
          isRetrying={tasks.isRetrying}
        />
      ) : null}
      {tasks.status === 'ready' ? <Days tasks={tasks.rows} onShowAll={() => setText('')} /> : null}
    </main>
  );
}

const keyOf = (entry: CompletedEntry<TaskRow>) => ('task' in entry ? entry.task.uid : entry.day);
const dayOf = (moment: string) => toDateOnly(new Date(moment));
/** More are read when the list is within this many entries of the end. */
const AHEAD = 20;

function Days({ tasks, onShowAll }: { tasks: readonly TaskRow[]; onShowAll: () => void }) {
  const wanted = useSearchText().trim();
  const entries = useMemo(() => completedEntries(tasks, wanted, dayOf), [tasks, wanted]);
  const { rows, listProps, measure } = useWindowVirtualList({
    items: entries,
    keyOf,
    rowHeight: 45,
    overscan: 12,
  });
  const earlier = useEarlierTasks(wanted);
  const { since, isReading, error, readMore } = earlier;
  const known = since === null ? entries.length : entriesSince(entries, since);
  const isNear = (rows.at(-1)?.index ?? 0) + AHEAD >= known;
  const read = useEffectEvent(readMore);
  useEffect(() => {
    if (isNear && since !== null && !isReading && !error) read();
  }, [isNear, since, isReading, error]);
  if (entries.length === 0 && since === null) {
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={wanted ? 'No completed tasks found' : 'Nothing completed yet'}
        hint={wanted ? 'Try adjusting your search' : 'What you tick is kept here, by day.'}
        action={
          wanted ? (
            <Button onClick={onShowAll}>Show all</Button>
          ) : (
            <Button asChild>
              <Link to="/">Back to tasks</Link>
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <ul {...listProps} aria-label="Completed tasks" className="mt-4">
        {rows.map(({ item, key, index, top }) => (
          <li
            key={key}
            ref={measure}
            data-index={index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${top}px)` }}
          >
            {'task' in item ? <Row task={item.task} /> : <Day day={item.day} count={item.count} />}
          </li>
        ))}
      </ul>
      <Earlier {...earlier} />
    </>
  );
}

/** The state of reading earlier tasks: loading, or failed with a retry. */
function Earlier({ since, isReading, error, readMore }: ReturnType<typeof useEarlierTasks>) {
  const status = useChannelStatus();
  const isMissing = since !== null && error !== null;
  const readAgain = useEffectEvent(() => {
    if (isMissing) readMore();
  });
  useEffect(() => {
    if (status === 'live') readAgain();
  }, [status]);
  if (since === null) return null;
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-center gap-x-4 gap-y-2 pt-4 text-soft">
      {isMissing && !isReading ? (
        <>
          <output className="text-pretty">
            What was completed before {formatFullDay(since)} is not on this device.{' '}
            {loadFailureText(error)}
          </output>
          <Button onClick={readMore}>Try again</Button>
        </>
      ) : (
        <output>Loading earlier tasks...</output>
      )}
    </div>
  );
}

function Day({ day, count }: { day: string; count: number }) {
  return (
    <h2 className="flex items-baseline gap-2.5 border-b border-line pt-6 pb-1.5">
      <span className="text-lg font-semibold">{formatWeekday(day)}</span>
      <span className="text-sm text-faint">{formatFullDay(day)}</span>
      <span className="ml-auto text-soft">{count}</span>
    </h2>
  );
}

function Row({ task }: { task: TaskRow }) {
  const colorOf = useCategoryColors();
  const { mutate: complete } = useCompleteTask();
  return (
    <div className="flex min-h-11 items-center gap-3 border-b border-line">
      <span dir="auto" className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {task.title}
      </span>
      <span className="flex max-w-2/5 min-w-0 sm:w-28 sm:shrink-0">
        {task.category ? (
          <CategoryMark color={colorOf(task.category)} label={categoryLabel(task.category)} />
        ) : null}
      </span>
      <IconButton
        label={`Restore ${task.title}`}
        data-tooltip="Restore"
        onClick={() => complete({ uid: task.uid, completed: false })}
      >
        <RotateCcw aria-hidden />
      </IconButton>
    </div>
  );
}
