import { useOwnProfile } from '../../data/profile/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HeaderColorChoice } from './header-color-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Theme and header colour, which follow the person to every device. */
export function DisplayTab() {
  const { profile, error, retry, isRetrying } = useOwnProfile();
  if (profile) {
    return (
      <div className="flex flex-col gap-8">
        <ThemeChoice profile={profile} />
        <HeaderColorChoice profile={profile} />
      </div>
    );
  }
  if (error) {
    return (
      <ErrorState
        title="Your preferences could not be loaded"
        isRetrying={isRetrying}
        onRetry={retry}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <output className="sr-only">Loading preferences</output>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-28" />
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-28" />
    </div>
  );
}
