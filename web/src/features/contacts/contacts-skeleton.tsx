import type { ContactViewMode } from '#domain/contact.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const PLACES = Array.from({ length: 12 }, (_, place) => place);

/** The shape of what is coming, and the words for it. */
export function ContactsSkeleton({ viewMode }: { viewMode: ContactViewMode }) {
  return (
    <div>
      <output className="mb-3 block text-sm text-soft">Loading contacts...</output>
      {viewMode === 'tile' ? (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {PLACES.map((place) => (
            <Skeleton key={place} className="h-36" />
          ))}
        </div>
      ) : (
        <div className="flex flex-col gap-px overflow-hidden rounded-base">
          {PLACES.map((place) => (
            <Skeleton key={place} className="h-14 lg:h-12" />
          ))}
        </div>
      )}
    </div>
  );
}
