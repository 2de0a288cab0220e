import { useContext, useLayoutEffect, useRef } from 'react';
import { HandleSlotsContext } from './handle-slots.ts';

/** Keeps the place of a row's drag handle, 24 px wide. */
export function DragSlot({ taskUid }: { taskUid: string }) {
  const slots = useContext(HandleSlotsContext);
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!slots || !element.current) return undefined;
    return slots.add({ taskUid, element: element.current });
  }, [slots, taskUid]);
  return <span ref={element} className="flex h-8 w-6 shrink-0 items-center justify-center" />;
}
