import { memo } from 'react';
import { clsx } from 'clsx';
import { KeyRound, Trash2 } from 'lucide-react';
import type { AdminUser } from '#domain/admin.ts';
import { formatFullDay } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { userColumns } from './user-columns.ts';

/** What an administrator can do for a user. */
export type UserActions = {
  onSetAdministrator: (user: AdminUser, isAdmin: boolean) => void;
  onResetPassword: (user: AdminUser) => void;
  onDelete: (user: AdminUser) => void;
};

type Props = UserActions & {
  user: AdminUser;
  /** Place in the table, from 0. */
  index: number;
  /** Pixels from the top of the rows, where only those in sight are drawn. */
  top?: number;
  /** Takes the row's height. */
  measure?: (row: HTMLTableRowElement | null) => void;
};

/** On a phone, what the column's head says elsewhere. */
function CardLabel({ children }: { children: string }) {
  return (
    <span aria-hidden className="text-xs font-medium text-soft md:hidden">
      {children}
    </span>
  );
}

const cell = 'min-w-0 max-md:flex max-md:items-center max-md:justify-between max-md:gap-4';

/** A row of the table; on phones its cells stand below one another. */
export const UserRow = memo(function UserRow(props: Props) {
  const { user, index, top, measure, onSetAdministrator, onResetPassword, onDelete } = props;
  const { username, email, createdAt, isAdmin } = user;
  return (
    <tr
      ref={measure}
      data-index={index}
      data-user={user.id}
      aria-rowindex={index + 2}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      className={clsx(
        userColumns,
        top !== undefined && 'absolute top-0 w-full',
        'border-b border-line px-4 py-3 last:border-b-0 max-md:flex max-md:flex-col max-md:gap-2.5 md:min-h-14 md:py-2',
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
      <td className={cell}>
        <CardLabel>Email</CardLabel>
        <span className={clsx('min-w-0 wrap-anywhere', !email && 'text-faint')}>
          {email ?? 'None'}
        </span>
      </td>
      <td className={cell}>
        <CardLabel>Created</CardLabel>
        <span className="text-soft">{formatFullDay(createdAt)}</span>
      </td>
      <td className={cell}>
        <CardLabel>Administrator</CardLabel>
        <Switch
          aria-label={`Administrator: ${username}`}
          checked={isAdmin}
          onCheckedChange={(checked) => onSetAdministrator(user, checked)}
        />
      </td>
      <td className="flex items-center gap-2 max-md:mt-1 md:justify-end md:gap-1">
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
