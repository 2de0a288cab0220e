import { lazy, Suspense, useRef, useState, type ComponentType, type RefObject } from 'react';
import { useIdle } from './use-idle.ts';

type PlaceholderProps = { ref: RefObject<HTMLButtonElement | null>; onClick: () => void };
type ControlProps = { defaultOpen: boolean };

/**
 * A menu or popover whose code comes when the page is idle, or at once when somebody presses it: it
 * then opens as soon as it is there. Until then `Placeholder` stands in its place, a button which
 * has to look like its trigger.
 */
export function lazyControl(
  load: () => Promise<ComponentType<ControlProps>>,
  Placeholder: ComponentType<PlaceholderProps>,
): ComponentType {
  const Control = lazy(async () => ({ default: await load() }));
  return function LazyControl() {
    const button = useRef<HTMLButtonElement>(null);
    const isIdle = useIdle(button);
    const [isWanted, setIsWanted] = useState(false);
    const placeholder = <Placeholder ref={button} onClick={() => setIsWanted(true)} />;
    if (!isIdle && !isWanted) return placeholder;
    return (
      <Suspense fallback={placeholder}>
        <Control defaultOpen={isWanted} />
      </Suspense>
    );
  };
}
