import { useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react';
import { late } from './late.tsx';
import { useIdle } from './use-idle.ts';

type PlaceholderProps = { ref: RefObject<HTMLButtonElement | null>; onClick: () => void };
type ControlProps = { defaultOpen: boolean };

/**
 * A menu or popover whose code comes when the page is idle, or at once when somebody presses it: it
 * then opens as soon as it is there. Until then `Placeholder` stands in its place, a button which
 * has to look like its trigger.
 */
export function lazyControl(
  load: () => Promise<(props: ControlProps) => ReactNode>,
  Placeholder: ComponentType<PlaceholderProps>,
): ComponentType {
  const Control = late<ControlProps & { placeholder: ReactNode }>(load, {
    Waiting: ({ placeholder }) => placeholder,
  });
  return function LazyControl() {
    const button = useRef<HTMLButtonElement>(null);
    const isIdle = useIdle(button, Control.fetch);
    const [presses, setPresses] = useState(0);
    const press = () => setPresses((before) => before + 1);
    const placeholder = <Placeholder ref={button} onClick={press} />;
    if (!isIdle && presses === 0) return placeholder;
    // A press while it stands there again, because its code did not come, tries again.
    return <Control key={presses} defaultOpen={presses > 0} placeholder={placeholder} />;
  };
}
