import { useCallback, useRef, useState } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import type { AdminUser } from '#domain/admin.ts';
import { usersTableBox } from './user-columns.ts';
import { UserRow, type UserActions } from './user-row.tsx';
import { UsersTableFrame } from './users-table-frame.tsx';

/** Pixels of a row, until it is measured. */
const ROW_HEIGHT = 57;
/** Rows that are drawn above and below what is seen. */
const OVERSCAN = 8;

type Props = UserActions & {
  users: readonly AdminUser[];
};

/** Scrolls by itself, so that what is below it stays in reach, and draws only the rows in sight. */
export function LongUsersTable({ users, ...actions }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const withFocused = (range: Range) => {
    const seen = defaultRangeExtractor(range);
    const index = focused === null ? -1 : users.findIndex(({ id }) => id === focused);
    return index === -1 || seen.includes(index) ? seen : [...seen, index].toSorted((a, b) => a - b);
  };
  // The same until the users change: with a new function every row is measured anew.
  const getItemKey = useCallback((index: number) => users[index]?.id ?? index, [users]);
  const virtualizer = useVirtualizer({
    count: users.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor: withFocused,
    // Drawn once before the scroller is measured.
    initialRect: { width: 0, height: 600 },
  });
  return (
    <div
      ref={scroller}
      className={`${usersTableBox} max-h-[70dvh] overflow-y-auto! overscroll-y-contain`}
      onFocus={({ target }) => setFocused(target.closest('tr')?.dataset.user ?? null)}
      onBlur={() => setFocused(null)}
    >
      <UsersTableFrame count={users.length} bodyStyle={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const user = users[index];
          return user ? (
            <UserRow
              key={user.id}
              user={user}
              index={index}
              top={start}
              measure={virtualizer.measureElement}
              {...actions}
            />
          ) : null;
        })}
      </UsersTableFrame>
    </div>
  );
}
