import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import { importChunk, reloadForChunk, whenIdle } from '../lib/later.ts';
import { ErrorState, Loading } from './states.tsx';

type Options<Props> = {
  /** In its place until it is there. */
  Fallback?: ComponentType<Props>;
  /** In its place when it did not come; the fallback, if not given. */
  ErrorScreen?: ComponentType<{ retry: () => void }>;
  /** For a dialog: its owner has to know that it is not open. */
  onError?: (props: Props) => void;
};

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Fetches the code ahead, to be drawn at once. Throws when it does not come. */
  preload: () => Promise<void>;
};

/**
 * A component whose code is fetched when it is first drawn. If that fails, for want of a network or
 * because the server has a newer version, what is around it stays as it is, a toast says so, and
 * the next time it is mounted it is tried again.
 *
 * React.lazy does neither: it throws, also when it is drawn again, and what replaces a fallback of
 * Suspense is held back for up to 300 ms.
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

/**
 * In place of a screen whose code did not come. After a deployment a reload brings its new version,
 * and nothing else was on the page; without a network the person tries again.
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
 * A menu, select or popover whose code comes when the page is idle, or with the first press, which
 * then opens it. Until then `Placeholder`, a button that looks like its trigger, stands in its place.
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
        // Nobody loses the focus or a tooltip: where the button has one, the press shows the control.
        if (next === 'open' || !button.current?.matches(':focus, :hover')) setState(next);
      } catch (error) {
        console.warn('The code of a control did not come; a press tries again.', error);
      }
    };
    const fetchAhead = useEffectEvent(() => void fetchFor('closed', Control.preload));
    useEffect(() => whenIdle(() => fetchAhead()), []);
    if (state !== 'waiting') return <Control {...props} defaultOpen={state === 'open'} />;
    const open = () => void fetchFor('open', () => importChunk(Control.preload));
    return <Placeholder {...props} ref={button} onClick={open} />;
  };
}
