import { useEffect, useState } from 'react';
import { late } from './late.tsx';
import { watchTooltips } from './tooltip-watch.ts';

const TooltipBubble = late(async () => (await import('./tooltip-bubble.tsx')).TooltipBubble);

/**
 * Draws the tooltip of whichever element with `data-tooltip` is pointed at or focused. Mounted once
 * by the app; the drawing itself is loaded with the first tooltip.
 */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => watchTooltips(setTarget), []);
  const text = target?.dataset.tooltip;
  if (!target || !text) return null;
  return <TooltipBubble key={text} target={target} text={text} />;
}
