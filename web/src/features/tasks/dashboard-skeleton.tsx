import { Skeleton } from '../../ui/skeleton.tsx';

function PanelSkeleton({ rows }: { rows: number }) {
  return (
    <div className="rounded-base border border-line bg-surface p-4 shadow-card">
      <Skeleton className="h-5 w-32" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="mt-4 flex items-center gap-3">
          <Skeleton className="size-4.5 shrink-0" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

/** Where the panels will be, while tasks or categories load. */
export function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="contents">
      <output className="sr-only">Loading tasks...</output>
      <div className="flex min-w-0 flex-col gap-4">
        <PanelSkeleton rows={4} />
        <PanelSkeleton rows={3} />
        <PanelSkeleton rows={2} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <PanelSkeleton rows={2} />
        <PanelSkeleton rows={5} />
      </div>
    </div>
  );
}
