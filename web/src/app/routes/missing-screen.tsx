import { useEffect, useState } from 'react';
import { reloadForScreen } from '../../lib/late-part.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading } from '../loading.tsx';

/**
 * A screen whose code did not come. After a deployment a reload brings the new version of it, and
 * nothing else was on the page; without a network the person tries again.
 */
export function MissingScreen({ retry }: { retry: () => void }) {
  const [isReloading, setIsReloading] = useState(true);
  useEffect(() => {
    void reloadForScreen().then(setIsReloading);
  }, []);
  if (isReloading) return <Loading />;
  return <ErrorState title="This screen could not be loaded" onRetry={retry} />;
}
