import { Skeleton } from '../../ui/skeleton.tsx';

const WIDTHS = ['w-3/4', 'w-1/2', 'w-2/3', 'w-5/6', 'w-1/2', 'w-3/5'];

/** The shape of the notes screen until notes and folders are there. */
export function NotesSkeleton() {
  return (
    <output aria-label="Loading notes" className="flex flex-1">
      <div className="hidden w-64 shrink-0 flex-col gap-4 border-r border-line bg-surface p-4 md:flex">
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-9 w-full" />
        {WIDTHS.map((width, index) => (
          <Skeleton key={index} className={`h-5 ${width}`} />
        ))}
      </div>
      <div className="flex-1 p-8">
        <Skeleton className="mb-4 h-8 w-1/2" />
        <Skeleton className="mb-2 h-4 w-full" />
        <Skeleton className="h-4 w-3/4" />
      </div>
    </output>
  );
}
