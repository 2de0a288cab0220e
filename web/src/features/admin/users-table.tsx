import type { AdminUser } from '../../../../supabase/functions/_shared/domain/admin.ts';
import { userColumns } from './user-columns.ts';
import { UserRow } from './user-row.tsx';

type Props = {
  users: readonly AdminUser[];
  onSetAdministrator: (user: AdminUser, isAdmin: boolean) => void;
  onResetPassword: (user: AdminUser) => void;
};

/** A table whose rows are drawn as grids, which become cards on phones. */
export function UsersTable({ users, onSetAdministrator, onResetPassword }: Props) {
  return (
    <table
      aria-label="Users"
      className="block rounded-base text-left md:border md:border-line md:bg-surface md:shadow-card"
    >
      <thead className="block">
        <tr
          className={`${userColumns} border-b border-line px-4 text-xs font-medium text-soft max-md:sr-only md:h-10`}
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
      <tbody className="block max-md:flex max-md:flex-col max-md:gap-3">
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            onSetAdministrator={onSetAdministrator}
            onResetPassword={onResetPassword}
          />
        ))}
      </tbody>
    </table>
  );
}
