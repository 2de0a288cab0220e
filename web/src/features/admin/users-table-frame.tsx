import type { CSSProperties, ReactNode } from 'react';
import { clsx } from 'clsx';
import { userColumns } from './user-columns.ts';

type Props = {
  /** How many users there are, however many of them are drawn. */
  count: number;
  /** Set where the rows scroll below the head. */
  bodyStyle?: CSSProperties;
  children: ReactNode;
};

/** A table whose rows are drawn as grids, and on phones as blocks. */
export function UsersTableFrame({ count, bodyStyle, children }: Props) {
  return (
    <table aria-label="Users" aria-rowcount={count + 1} className="block text-left">
      <thead className={clsx('block', bodyStyle && 'md:sticky md:top-0 md:z-10 md:bg-surface')}>
        <tr
          aria-rowindex={1}
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
      <tbody style={bodyStyle} className={clsx('block', bodyStyle && 'relative')}>
        {children}
      </tbody>
    </table>
  );
}
