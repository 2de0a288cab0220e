import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { latePart } from '../lib/late-part.ts';

function Nothing() {
  return null;
}

type Options<Props> = {
  /** In its place until it is there. */
  Waiting?: ComponentType<Props>;
  /** In its place when it did not come; what waited, if not given. */
  Missing?: ComponentType<{ retry: () => void }>;
  /** For a window: its owner has to know that it is not open. */
  onMissing?: (props: Props) => void;
};

export type LateComponent<Props> = ComponentType<Props> & {
  /** Fetches the code ahead: it is then drawn at once. Throws when it does not come. */
  fetch: () => Promise<void>;
};

/**
 * A component whose code is fetched when it is first drawn. If that fails, for want of a network or
 * because the server has a newer version, what is around it stays as it is, the person is told, and
 * the next time it is mounted it is tried again.
 *
 * No React.lazy: what replaces the fallback of a Suspense React holds back for up to 300 ms, to draw
 * it together with everything else that has come by then, in one long task.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting = Nothing, Missing, onMissing }: Options<Props> = {},
): LateComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    loaded = await load();
  };
  function Late(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [isMissing, setIsMissing] = useState(false);
    const tellMissing = useEffectEvent(() => onMissing?.(props));
    const isWanted = !Part && !isMissing;
    useEffect(() => {
      if (!isWanted) return undefined;
      const stop = new AbortController();
      const show = async () => {
        try {
          await latePart(fetch);
          if (!stop.signal.aborted) setPart(() => loaded);
        } catch (error) {
          console.warn(error);
          if (stop.signal.aborted) return;
          setIsMissing(true);
          tellMissing();
        }
      };
      void show();
      return () => stop.abort();
    }, [isWanted]);
    if (Part) return <Part {...props} />;
    if (isMissing && Missing) return <Missing retry={() => setIsMissing(false)} />;
    return <Waiting {...props} />;
  }
  return Object.assign(Late, { fetch });
}
