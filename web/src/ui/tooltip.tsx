import { useEffect, useState } from 'react';
import { lazyWithRetry } from './lazy.tsx';

/** Milliseconds a pointer rests before a tooltip opens (spec section 9). */
const TOOLTIP_DELAY = 700;
/** Milliseconds after one tooltip closed within which the next opens at once (spec section 9). */
const TOOLTIP_SKIP_DELAY = 300;
/** Milliseconds to reach the tooltip itself with the pointer before it closes. */
const LEAVE_GRACE = 100;

/** Not a button whose menu or popover is open: the first Escape has to close that. */
const TARGETS = '[data-tooltip]:not([aria-expanded=true])';

function tooltipTarget(node: EventTarget | null) {
  return node instanceof Element ? node.closest<HTMLElement>(TARGETS) : null;
}

/**
 * Watches which element with `data-tooltip` is pointed at or focused, and calls `show` with the one
 * whose tooltip is open. One watcher serves thousands of buttons. Returns a function that stops it.
 */
function watchTooltips(show: (target: HTMLElement | null) => void): () => void {
  const stop = new AbortController();
  let current: HTMLElement | null = null;
  let isOpen = false;
  let closedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTabbing = false;
  let place = '';

  const open = () => {
    isOpen = true;
    show(current);
  };
  const close = () => {
    clearTimeout(timer);
    if (isOpen) closedAt = performance.now();
    isOpen = false;
    current = null;
    show(null);
  };
  const aim = (target: HTMLElement, isImmediate: boolean) => {
    const skips = isOpen || performance.now() - closedAt < TOOLTIP_SKIP_DELAY;
    clearTimeout(timer);
    current = target;
    if (isImmediate || skips) open();
    else timer = setTimeout(open, TOOLTIP_DELAY);
  };

  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, signal: stop.signal });

  listen('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    // A dialog closed under a resting pointer: nobody pointed at what is below.
    const isAtRest = place === `${event.screenX} ${event.screenY}`;
    const isOnBubble =
      event.target instanceof Element && event.target.closest('[data-tooltip-bubble]') !== null;
    const target = isOnBubble ? current : tooltipTarget(event.target);
    if (target && target === current) {
      if (isOpen) clearTimeout(timer);
    } else if (target && !isAtRest) {
      aim(target, false);
    } else if (current) {
      clearTimeout(timer);
      timer = setTimeout(close, isOpen ? LEAVE_GRACE : 0);
    }
  });
  for (const name of ['pointermove', 'pointerdown'] as const) {
    listen(name, ({ screenX, screenY }) => {
      place = `${screenX} ${screenY}`;
    });
  }
  listen('focusin', (event) => {
    // Only with Tab: focus that returns when a menu or dialog closes opens no tooltip.
    const target = isTabbing ? tooltipTarget(event.target) : null;
    if (target) aim(target, true);
    else if (current && event.target !== current) close();
  });
  listen('focusout', ({ relatedTarget }) => {
    // If the focus moves on, `focusin` closes: a dialog would take the focus itself if a part of it
    // vanished while nothing has the focus.
    if (current && !relatedTarget) close();
  });
  listen('pointerdown', () => {
    isTabbing = false;
  });
  for (const name of ['pointerdown', 'scroll'] as const) {
    listen(name, () => {
      if (current) close();
    });
  }
  listen('keydown', (event) => {
    isTabbing = event.key === 'Tab';
    if (event.key === 'Escape' && current) close();
  });

  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/**
 * The open tooltip of `target`. Radix places it against an invisible element that covers the target,
 * so that the target needs no wrapper.
 */
const TooltipBubble = lazyWithRetry(async () => {
  const Radix = await import('@radix-ui/react-tooltip');
  return function Bubble({ target, text }: { target: HTMLElement; text: string }) {
    const { top, left, width, height } = target.getBoundingClientRect();
    // Inside the landmark or dialog of its target, where screen readers find it.
    const portalContainer = target.closest<HTMLElement>(
      'header, main, [role=dialog], [role=alertdialog]',
    );
    return (
      <Radix.Provider>
        <Radix.Root open>
          <Radix.Trigger asChild>
            <span
              aria-hidden
              className="pointer-events-none fixed"
              style={{ top, left, width, height }}
            />
          </Radix.Trigger>
          <Radix.Portal container={portalContainer}>
            <Radix.Content
              data-tooltip-bubble
              sideOffset={6}
              collisionPadding={10}
              className="z-60 max-w-64 animate-fade rounded-half bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-raised"
            >
              {text}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      </Radix.Provider>
    );
  };
});

/**
 * Renders the tooltip of the element with `data-tooltip` that is pointed at or focused. Mounted once
 * by the app; Radix is loaded with the first tooltip.
 */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => watchTooltips(setTarget), []);
  const text = target?.dataset.tooltip;
  if (!target || !text) return null;
  return <TooltipBubble key={text} target={target} text={text} />;
}
