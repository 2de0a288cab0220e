import type { AdminUser } from '#domain/admin.ts';

/** The users whose name or address has the text in it, whatever its case; all for a blank one. */
export function findUsers(users: readonly AdminUser[], search: string): readonly AdminUser[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return users;
  return users.filter(({ username, email }) =>
    [username, email ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
}
