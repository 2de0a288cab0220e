import { useMedia } from '../../lib/use-media.ts';

/** Whether there is room for the sidebar beside the note. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 48rem)');
}
