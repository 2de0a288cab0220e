import { lazy, Suspense, useEffect, useState, type ComponentType, type MouseEvent } from 'react';
import { whenIdle } from './when-idle.ts';

type PlaceholderProps = { onClick: (event: MouseEvent) => void };
type ControlProps = { defaultOpen: boolean };

/**
 * A menu, popover or select whose code comes when the page is idle, or at once when somebody
 * presses it: it then opens as soon as it is there. Until then `Placeholder` stands in its place,
 * which has to look like its trigger.
 */
export function lazyControl(
  load: () => Promise<ComponentType<ControlProps>>,
  Placeholder: ComponentType<PlaceholderProps>,
): ComponentType {
  const Control = lazy(async () => ({ default: await load() }));
  return function LazyControl() {
    const [isIdle, setIsIdle] = useState(false);
    const [isWanted, setIsWanted] = useState(false);
    useEffect(() => {
      let isMounted = true;
      const wait = async () => {
        await whenIdle();
        if (isMounted) setIsIdle(true);
      };
      void wait();
      return () => {
        isMounted = false;
      };
    }, []);
    const placeholder = <Placeholder onClick={() => setIsWanted(true)} />;
    if (!isIdle && !isWanted) return placeholder;
    return (
      <Suspense fallback={placeholder}>
        <Control defaultOpen={isWanted} />
      </Suspense>
    );
  };
}
