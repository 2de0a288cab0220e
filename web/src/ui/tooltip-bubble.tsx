import * as Radix from '@radix-ui/react-tooltip';

/**
 * The open tooltip of `target`. Radix places it against a ghost that covers the target, so that the
 * target needs no wrapper of its own; when it opens and closes is decided in tooltip.tsx.
 */
export function TooltipBubble({ target, text }: { target: HTMLElement; text: string }) {
  const { top, left, width, height } = target.getBoundingClientRect();
  // Inside the landmark or window of its target, so that it belongs to it for screen readers too.
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
}
