import { useEffect, useEffectEvent, useRef, useState } from 'react';

declare global {
  interface Window {
    /** Is told of Android's Back; Chromium has it, TypeScript does not know it yet. */
    CloseWatcher?: new () => EventTarget & { destroy: () => void };
  }
}

/** A step to another address that the router is about to take. */
export type Step = {
  /** By the browser's Back or Forward. */
  isBack: boolean;
  from: Place;
  to: Place;
};

type Place = { pathname: string; search: string };

/** A step that waits: it goes on or is called off. */
export type BlockedNavigation = { proceed: () => void; reset: () => void };

/** Something on the screen that a step may have to wait for. */
export type Guard = { holds: (step: Step) => boolean; onHeld: (step: BlockedNavigation) => void };

/** The one opened last lies on top. */
const guards: Guard[] = [];
let isNextSkipped = false;

/** Lets the next step go, because what was typed is given up already. */
export function skipBlocker(): void {
  isNextSkipped = true;
}

/**
 * What holds back a step, the topmost first; undefined lets it go. There may be several guards, a
 * dialog over an edited note: the router knows only the one place that asks here (app/root.tsx).
 */
export function guardOf(step: Step): Guard | undefined {
  const isSkipped = isNextSkipped;
  isNextSkipped = false;
  if (isSkipped) return undefined;
  return guards.findLast((guard) => guard.holds(step));
}

/** Adds a guard that lies on top of all others; returns the way to take it away. */
export function addGuard(guard: Guard): () => void {
  guards.push(guard);
  return () => void guards.splice(guards.indexOf(guard), 1);
}

type Options = {
  /** There is text that is not saved. */
  isDirty: boolean;
  /** It is being saved: a window then stays. */
  isPending?: boolean;
  /** Of a window, which the browser's Back closes instead of leaving the page. */
  onClose?: () => void;
  /** The window is open because the URL says so: a step back closes it without our help. */
  isInUrl?: boolean;
  /** The parameter of the URL that the text depends on: a step that leaves it as it is loses nothing. */
  parameter?: string;
};

/** Whether a step leaves what is open, not only for another place of the same. */
function goesElsewhere({ from, to }: Step, parameter: string | undefined): boolean {
  if (from.pathname !== to.pathname) return true;
  if (parameter === undefined) return from.search !== to.search;
  const valueIn = ({ search }: Place) => new URLSearchParams(search).get(parameter);
  return valueIn(from) !== valueIn(to);
}

/** A guard as long as the component is there; its functions see the latest state. */
function useGuard(guard: Guard): void {
  const holds = useEffectEvent(guard.holds);
  const onHeld = useEffectEvent(guard.onHeld);
  useEffect(() => addGuard({ holds: (step) => holds(step), onHeld: (step) => onHeld(step) }), []);
}

/**
 * The browser's Back closes something that is not in the URL, instead of leaving the page. On
 * Android also where there is no page to go back to: an installed app would be left.
 */
export function BackCloses({ onBack }: { onBack: () => void }) {
  useBackCloses(true, onBack);
  return null;
}

function useBackCloses(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onHeld = (step: BlockedNavigation) => {
      step.reset();
      close();
    };
    const removeGuard = addGuard({ holds: ({ isBack }) => isBack, onHeld });
    const watcher = window.CloseWatcher && new window.CloseWatcher();
    watcher?.addEventListener('close', () => close());
    return () => {
      removeGuard();
      watcher?.destroy();
    };
  }, [isOpen]);
}

type OpenProps = { open?: boolean; defaultOpen?: boolean; onOpenChange?: (open: boolean) => void };

/** For a menu, popover or select: whether it is open, as it or its owner has it. Back closes it. */
export function useClosedByBack({ open: owned, defaultOpen = false, onOpenChange }: OpenProps) {
  const [own, setOwn] = useState(defaultOpen);
  const open = owned ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  useBackCloses(open, () => change(false));
  return { open, onOpenChange: change };
}

/**
 * Whether a step has to wait: until the person has been asked, or because it closes a window instead.
 */
export function holdsBack(step: Step, options: Options): boolean {
  const { isDirty, isPending = false, onClose, isInUrl, parameter } = options;
  if (!goesElsewhere(step, parameter)) return false;
  if (isDirty && !isPending) return true;
  return step.isBack && onClose !== undefined && (isPending || !isInUrl);
}

/** Holds back what would lose text: steps within the app by asking, the end of the tab by the browser. */
export function useUnsavedChanges(options: Options) {
  const { isDirty, isPending = false, onClose } = options;
  const isReleased = useRef(false);
  const [held, setHeld] = useState<BlockedNavigation | null>(null);
  const [isAsked, setAsked] = useState(false);
  const asks = isDirty && !isPending;

  const holds = (step: Step) => !isReleased.current && holdsBack(step, options);
  const onHeld = (step: BlockedNavigation) => {
    if (asks) {
      setHeld(step);
      return;
    }
    step.reset();
    if (!isPending) onClose?.();
  };
  useGuard({ holds, onHeld });

  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return {
    isAsking: asks && (isAsked || held !== null),
    /** A way out that is no step of the router, such as Escape. */
    leave: () => {
      if (asks) setAsked(true);
      else if (!isPending) onClose?.();
    },
    stay: () => {
      setAsked(false);
      setHeld(null);
      held?.reset();
    },
    /** The text is safe or given up: what was held back goes on, and nothing more is. */
    release: () => {
      isReleased.current = true;
      held?.proceed();
    },
  };
}
