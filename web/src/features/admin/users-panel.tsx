import { useCallback, useRef, useState, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '#domain/admin.ts';
import { useRemoveSecondStep, useSetAdministrator } from '../../data/admin/mutations.ts';
import { usersQuery } from '../../data/admin/queries.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { useSearchField, useSearchText } from '../../lib/url-state.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SearchInput } from '../../ui/input.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { UsersTable } from './users-table.tsx';

/** The users whose name or address contains the text, ignoring case; all of them for a blank one. */
export function filterUsers(users: readonly AdminUser[], search: string): readonly AdminUser[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return users;
  return users.filter(({ username, email }) =>
    [username, email ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
}

function UsersSkeleton() {
  return (
    <output aria-label="Loading users" className="flex flex-col gap-2">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </output>
  );
}

type UsersWithSearchProps = { users: AdminUser[]; place: RefObject<HTMLElement | null> };

function UsersWithSearch({ users, place }: UsersWithSearchProps) {
  const [typed, setTyped] = useSearchField();
  const search = useSearchText();
  const [resetting, setResetting] = useState<AdminUser | null>(null);
  const [removing, setRemoving] = useState<AdminUser | null>(null);
  const [deleting, setDeleting] = useState<AdminUser | null>(null);
  const found = filterUsers(users, search);
  const { mutate } = useSetAdministrator();
  const { mutate: removeSecondStep, isPending: isRemoving } = useRemoveSecondStep({
    onSuccess: () => setRemoving(null),
  });
  const setAdministrator = useCallback(
    (user: AdminUser, isAdmin: boolean) => mutate({ user, isAdmin }),
    [mutate],
  );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <output className="text-sm text-soft">
          {found.length === 1 ? '1 user' : `${found.length.toLocaleString('en')} users`}
        </output>
        <SearchInput
          label="Find a user"
          className="ml-auto w-full sm:w-64"
          value={typed}
          onSearch={setTyped}
        />
      </div>
      {found.length > 0 ? (
        <UsersTable
          // The results of another search start at the top.
          key={search}
          users={found}
          onSetAdministrator={setAdministrator}
          onResetPassword={setResetting}
          onRemoveSecondStep={setRemoving}
          onDelete={setDeleting}
        />
      ) : (
        <p className="border-y border-line py-4 text-soft">No user found</p>
      )}
      {resetting ? (
        <ResetPasswordDialog user={resetting} onClose={() => setResetting(null)} />
      ) : null}
      {removing ? (
        <ConfirmDialog
          onClose={() => setRemoving(null)}
          title="Turn Off Two-Step Sign-In"
          text={`${removing.username} signs in with the password alone then, until it is turned on again. Be sure that it is ${removing.username} who asks for it.`}
          confirmLabel="Turn Off"
          pendingLabel="Turning Off..."
          isPending={isRemoving}
          focusOtherwise={place}
          onConfirm={() => removeSecondStep(removing)}
        />
      ) : null}
      {deleting ? (
        <DeleteUserDialog user={deleting} onClose={() => setDeleting(null)} place={place} />
      ) : null}
    </>
  );
}

/** All users, with an administrator's actions; `?q=` searches. */
export function UsersPanel() {
  const { data, error, isFetching, refetch } = useQuery(usersQuery);
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} tabIndex={-1} aria-label="Users" className="outline-none">
      {data ? <UsersWithSearch users={data} place={section} /> : null}
      {!data && error ? (
        <ErrorState
          title="The users could not be loaded"
          message={loadFailureText(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <UsersSkeleton /> : null}
    </section>
  );
}
