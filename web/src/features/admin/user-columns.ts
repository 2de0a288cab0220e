/** The columns of the users table from md up; on phones one stands below the other. */
export const userColumns =
  'md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_6.5rem_6.5rem_11.25rem] md:items-center md:gap-x-4';

/** The card around the table. */
export const usersTableBox = 'overflow-clip rounded-base border border-line bg-surface shadow-card';
