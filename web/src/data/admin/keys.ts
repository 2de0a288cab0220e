/** Everything that only administrators may read; reloaded as one when something of it changes. */
export const ADMIN = 'admin';

export const adminKeys = {
  users: [ADMIN, 'users'],
  events: [ADMIN, 'events'],
  registration: [ADMIN, 'registration'],
} as const;
