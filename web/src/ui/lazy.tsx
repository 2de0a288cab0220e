import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { importChunk, reloadForChunk, whenIdle } from '../lib/later.ts';
import { ErrorState, Loading } from './states.tsx';

type Options<Props> = {
  /** Shown until the component is loaded. */
  Fallback?: ComponentType<Props>;
  /** Shown if it could not be loaded; by default the fallback. */
  ErrorScreen?: ComponentType<{ retry: () => void }>;
  /** Called if it could not be loaded. */
  onError?: (props: Props) => void;
};

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code before it is rendered. Throws if that fails. */
  preload: () => Promise<void>;
};

/**
 * A component whose code is loaded when it is first rendered. If that fails, without a network or
 * because the server has a newer version, the rest of the screen stays, a toast says so, and the next
 * mount tries again.
 *
 * React.lazy throws instead, also when it is rendered again, and Suspense delays the replacement of
 * its fallback by up to 300 ms.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Fallback = () => null, ErrorScreen, onError }: Options<Props> = {},
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    loaded ??= await load();
  };
  function Lazy(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    const reportError = useEffectEvent(() => onError?.(props));
    const isWanted = !Component && !hasFailed;
    useEffect(() => {
      if (!isWanted) return undefined;
      const stop = new AbortController();
      const show = async () => {
        try {
          await importChunk(preload);
          if (!stop.signal.aborted) setComponent(() => loaded);
        } catch (error) {
          console.warn(error);
          if (stop.signal.aborted) return;
          setHasFailed(true);
          reportError();
        }
      };
      void show();
      return () => stop.abort();
    }, [isWanted]);
    if (Component) return <Component {...props} />;
    if (hasFailed && ErrorScreen) return <ErrorScreen retry={() => setHasFailed(false)} />;
    return <Fallback {...props} />;
  }
  return Object.assign(Lazy, { preload });
}

/** A dialog whose code is loaded when it is first opened. If that fails, its owner closes it. */
export function lazyDialog<Props extends { onClose?: (() => void) | undefined }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  return lazyWithRetry(load, { onError: ({ onClose }) => onClose?.() });
}

/**
 * In place of a screen that could not be loaded. After a deployment it reloads the page; without a
 * network it offers to try again.
 */
export function ChunkErrorScreen({ retry }: { retry: () => void }) {
  const [isReloading, setIsReloading] = useState(true);
  useEffect(() => {
    void reloadForChunk().then(setIsReloading);
  }, []);
  if (isReloading) return <Loading />;
  return <ErrorState title="This screen could not be loaded" onRetry={retry} />;
}

export type PlaceholderProps = { ref: RefObject<HTMLButtonElement | null>; onClick: () => void };

/**
 * A menu, select or popover whose code is loaded when the page is idle, or by the first press, which
 * then opens it. Until then it is `Placeholder`, a button that looks like its trigger.
 */
export function lazyControl<Props extends object>(
  load: () => Promise<ComponentType<Props & { defaultOpen: boolean }>>,
  Placeholder: ComponentType<Props & PlaceholderProps>,
): ComponentType<Props> {
  const Control = lazyWithRetry(load);
  return function LazyControl(props: Props) {
    const button = useRef<HTMLButtonElement>(null);
    const [state, setState] = useState<'waiting' | 'closed' | 'open'>('waiting');
    const fetchFor = async (next: 'closed' | 'open', fetchCode: () => Promise<void>) => {
      try {
        await fetchCode();
        // A placeholder with the focus or a tooltip stays until it is pressed, to lose neither. In the
        // same task, or it could get one before it is replaced.
        if (next === 'open' || !button.current?.matches(':focus, :hover'))
          flushSync(() => setState(next));
      } catch (error) {
        console.warn('A control could not be loaded; a press tries again.', error);
      }
    };
    const fetchAhead = useEffectEvent(() => void fetchFor('closed', Control.preload));
    useEffect(() => whenIdle(() => fetchAhead()), []);
    if (state !== 'waiting') return <Control {...props} defaultOpen={state === 'open'} />;
    const open = () => void fetchFor('open', () => importChunk(Control.preload));
    return <Placeholder {...props} ref={button} onClick={open} />;
  };
}
