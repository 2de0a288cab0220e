import type { ReactNode, RefObject } from 'react';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';

type Props<Data> = {
  /** What is loaded, in the plural: 'app passwords'. */
  noun: string;
  title: string;
  text: string;
  /** Gets the focus once a row that had it is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The button beside the heading. */
  action?: ReactNode;
  query: { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** The loaded list, named by the heading with this id. */
  children: (data: Data, headingId: string) => ReactNode;
};

/** A section of the Security tab whose list comes from the server: heading, list, loading, error. */
export function LoadedSection<Data>(props: Props<Data>) {
  const { noun, title, text, heading, action, query, children } = props;
  const { data, isError, isFetching, refetch } = query;
  const headingId = `${noun.replaceAll(' ', '-')}-heading`;
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h2
            ref={heading}
            id={headingId}
            tabIndex={-1}
            className="text-lg font-semibold outline-none"
          >
            {title}
          </h2>
          <p className="mt-1 max-w-prose text-pretty text-soft">{text}</p>
        </div>
        {action}
      </div>
      <div className="mt-4">
        {isError && !data ? (
          <ErrorState
            title={`Your ${noun} could not be loaded`}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : null}
        {!isError && !data ? (
          <>
            <output className="sr-only">Loading {noun}</output>
            <Skeleton className="h-14" />
          </>
        ) : null}
        {data ? children(data, headingId) : null}
      </div>
    </section>
  );
}
