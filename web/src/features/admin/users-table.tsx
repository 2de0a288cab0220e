import type { AdminUser } from '#domain/admin.ts';
import { LongUsersTable } from './long-users-table.tsx';
import { usersTableBox } from './user-columns.ts';
import { UserRow, type UserActions } from './user-row.tsx';
import { UsersTableFrame } from './users-table-frame.tsx';

/** Up to here a table is drawn whole, and the page scrolls. */
const PLAIN_UP_TO = 40;

type Props = UserActions & {
  users: readonly AdminUser[];
};

export function UsersTable({ users, ...actions }: Props) {
  if (users.length > PLAIN_UP_TO) return <LongUsersTable users={users} {...actions} />;
  return (
    <div className={usersTableBox}>
      <UsersTableFrame count={users.length}>
        {users.map((user, index) => (
          <UserRow key={user.id} user={user} index={index} {...actions} />
        ))}
      </UsersTableFrame>
    </div>
  );
}
