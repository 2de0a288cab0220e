import { memo, useRef } from 'react';
import { clsx } from 'clsx';
import { KeyRound, ShieldOff, Trash2 } from 'lucide-react';
import type { AdminUser } from '#domain/admin.ts';
import { formatFullDay } from '../../lib/clock.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useBoxVirtualList } from '../../ui/virtual-list.tsx';

/** The columns from md up; on phones the cells of a row are stacked. */
const COLUMNS =
  'md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_6.5rem_6.5rem_13.5rem] md:items-center md:gap-x-4';

/** Pixels of a row, until it is measured. */
const ROW_HEIGHT = 57;

/** Up to this many users the page scrolls; a longer table scrolls itself, so that what is below it stays reachable. */
const MAX_ROWS_IN_PAGE = 40;

/** An administrator's actions on a user. */
type UserActions = {
  onSetAdministrator: (user: AdminUser, isAdmin: boolean) => void;
  onResetPassword: (user: AdminUser) => void;
  onRemoveSecondStep: (user: AdminUser) => void;
  onDelete: (user: AdminUser) => void;
};

type RowProps = UserActions & {
  user: AdminUser;
  /** Place in the table, from 0. */
  index: number;
  /** Pixels from the top of the rows. */
  top: number;
  measure: (row: HTMLTableRowElement | null) => void;
};

/** On phones, the label of a cell instead of the column's head. */
function CardLabel({ children }: { children: string }) {
  return (
    <span aria-hidden className="text-xs font-medium text-soft md:hidden">
      {children}
    </span>
  );
}

const CELL = 'min-w-0 max-md:flex max-md:items-center max-md:justify-between max-md:gap-4';

/** A row of the table; on phones its cells are stacked. */
const UserRow = memo(function UserRow(props: RowProps) {
  const { user, index, top, measure } = props;
  const { onSetAdministrator, onResetPassword, onRemoveSecondStep, onDelete } = props;
  const { username, email, createdAt, isAdmin, hasSecondStep } = user;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)` }}
      className={clsx(
        COLUMNS,
        'absolute top-0 w-full border-b border-line px-4 py-3 last:border-b-0 max-md:flex max-md:flex-col max-md:gap-2.5 md:min-h-14 md:py-2',
      )}
    >
      <td className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere max-md:text-base">{username}</span>
        {isAdmin ? (
          <span className="shrink-0 rounded-half bg-accent-soft px-1.5 py-0.5 text-xs font-medium text-accent-ink">
            Admin
          </span>
        ) : null}
      </td>
      <td className={CELL}>
        <CardLabel>Email</CardLabel>
        <span className={clsx('min-w-0 wrap-anywhere', !email && 'text-faint')}>
          {email ?? 'None'}
        </span>
      </td>
      <td className={CELL}>
        <CardLabel>Created</CardLabel>
        <span className="text-soft">{formatFullDay(createdAt)}</span>
      </td>
      <td className={CELL}>
        <CardLabel>Administrator</CardLabel>
        <Switch
          aria-label={`Administrator: ${username}`}
          checked={isAdmin}
          onCheckedChange={(checked) => onSetAdministrator(user, checked)}
        />
      </td>
      <td className="flex items-center gap-2 max-md:mt-1 md:justify-end md:gap-1">
        {hasSecondStep ? (
          <IconButton
            label={`Turn off two-step sign-in of ${username}`}
            data-tooltip="Turn off two-step sign-in"
            onClick={() => onRemoveSecondStep(user)}
          >
            <ShieldOff aria-hidden />
          </IconButton>
        ) : null}
        <Button
          size="sm"
          className="max-md:h-10 max-md:flex-1"
          aria-label={`Reset Password of ${username}`}
          onClick={() => onResetPassword(user)}
        >
          <KeyRound aria-hidden />
          Reset Password
        </Button>
        <IconButton
          label={`Delete ${username}`}
          data-tooltip="Delete user"
          variant="danger"
          onClick={() => onDelete(user)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
});

function TableHead({ isSticky }: { isSticky: boolean }) {
  return (
    <thead className={clsx('block', isSticky && 'md:sticky md:top-0 md:z-10 md:bg-surface')}>
      <tr
        aria-rowindex={1}
        className={`${COLUMNS} border-b border-line px-4 text-xs font-medium text-soft max-md:sr-only md:h-10`}
      >
        <th scope="col">Username</th>
        <th scope="col">Email</th>
        <th scope="col">Created</th>
        <th scope="col">Administrator</th>
        <th scope="col" className="md:text-right">
          Actions
        </th>
      </tr>
    </thead>
  );
}

const idOf = ({ id }: AdminUser) => id;

/** A table whose rows are grids, and on phones blocks. */
export function UsersTable({ users, ...actions }: UserActions & { users: readonly AdminUser[] }) {
  const box = useRef<HTMLDivElement>(null);
  const { rows, listProps, measure } = useBoxVirtualList<AdminUser, HTMLTableRowElement>(box, {
    items: users,
    keyOf: idOf,
    rowHeight: ROW_HEIGHT,
  });
  const isLong = users.length > MAX_ROWS_IN_PAGE;
  return (
    <div
      ref={box}
      className={clsx(
        'border-y border-line',
        isLong ? 'max-h-[70dvh] overflow-y-auto overscroll-y-contain' : 'overflow-clip',
      )}
    >
      <table aria-label="Users" aria-rowcount={users.length + 1} className="block text-left">
        <TableHead isSticky={isLong} />
        <tbody {...listProps} className="block">
          {rows.map(({ item, key, index, top }) => (
            <UserRow key={key} user={item} index={index} top={top} measure={measure} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
