import { useEffect, useEffectEvent, useRef, useState } from 'react';

declare global {
  interface Window {
    /** Gets Android's Back. Chromium has it, TypeScript's types do not yet. */
    CloseWatcher?: new () => EventTarget & { destroy: () => void };
  }
}

/** A navigation that the router is about to do. */
export type Step = {
  /** By the browser's Back or Forward. */
  isBack: boolean;
  from: Place;
  to: Place;
};

type Place = { pathname: string; search: string };

/** A navigation that waits for `proceed` or `reset`. */
export type BlockedNavigation = { proceed: () => void; reset: () => void };

/** Something on the screen that may block a navigation. */
export type Guard = { holds: (step: Step) => boolean; onHeld: (step: BlockedNavigation) => void };

/** The one that was opened last is the last. */
const guards: Guard[] = [];
let isNextSkipped = false;

/** Lets the next navigation pass, because what was typed is saved or discarded. */
export function skipBlocker(): void {
  isNextSkipped = true;
}

/**
 * The guard that blocks a navigation, the topmost first; undefined lets it pass. There may be several,
 * such as a dialog over an edited note, while the router has one blocker (app/root.tsx).
 */
export function guardOf(step: Step): Guard | undefined {
  const isSkipped = isNextSkipped;
  isNextSkipped = false;
  if (isSkipped) return undefined;
  return guards.findLast((guard) => guard.holds(step));
}

/** Adds a guard on top of all others; returns a function that removes it. */
export function addGuard(guard: Guard): () => void {
  guards.push(guard);
  return () => void guards.splice(guards.indexOf(guard), 1);
}

type Options = {
  /** There is text that is not saved. */
  isDirty: boolean;
  /** It is being saved: a dialog stays open meanwhile. */
  isPending?: boolean;
  /** Of a dialog, which the browser's Back closes instead of leaving the page. */
  onClose?: () => void;
  /** The dialog is open because of the URL, so that Back closes it by itself. */
  isInUrl?: boolean;
  /** The URL parameter that the text belongs to: a navigation that keeps it loses nothing. */
  parameter?: string;
};

/** Whether a navigation leaves what is open. */
function goesElsewhere({ from, to }: Step, parameter: string | undefined): boolean {
  if (from.pathname !== to.pathname) return true;
  if (parameter === undefined) return from.search !== to.search;
  const valueIn = ({ search }: Place) => new URLSearchParams(search).get(parameter);
  return valueIn(from) !== valueIn(to);
}

/** A guard while the component is mounted; its functions see the latest state. */
function useGuard(guard: Guard): void {
  const holds = useEffectEvent(guard.holds);
  const onHeld = useEffectEvent(guard.onHeld);
  useEffect(() => addGuard({ holds: (step) => holds(step), onHeld: (step) => onHeld(step) }), []);
}

/**
 * Makes the browser's Back close something that is not in the URL, instead of leaving the page. On
 * Android also without a previous page, where Back would leave an installed app.
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

/** For a menu, popover or select: its open state, its own or its owner's. Back closes it. */
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

/** Whether a navigation is blocked: to ask the person, or because it closes a dialog instead. */
export function holdsBack(step: Step, options: Options): boolean {
  const { isDirty, isPending = false, onClose, isInUrl, parameter } = options;
  if (!goesElsewhere(step, parameter)) return false;
  if (isDirty && !isPending) return true;
  return step.isBack && onClose !== undefined && (isPending || !isInUrl);
}

/** Asks before text is lost: by our dialog within the app, by the browser's when the tab is closed. */
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
    /** For ways out that are no navigation, such as Escape. */
    leave: () => {
      if (asks) setAsked(true);
      else if (!isPending) onClose?.();
    },
    stay: () => {
      setAsked(false);
      setHeld(null);
      held?.reset();
    },
    /** The text is saved or discarded: a blocked navigation goes on, and no further one is blocked. */
    release: () => {
      isReleased.current = true;
      held?.proceed();
    },
  };
}
