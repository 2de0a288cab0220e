import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 48rem)';

/** Whether there is room for the sidebar beside the note. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(QUERY);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(QUERY).matches,
  );
}
