import { useCallback, useEffect, useRef, useState } from 'react';
import { dropDraft, lockDraft, keepDraft, type Draft } from '../../data/notes/drafts.ts';

/** Milliseconds between a keystroke and the write: what a crash may lose. */
const KEEP_AFTER = 300;

export type RecoveredInput = { title: string; content: string };
type Identity = Pick<Draft, 'userId' | 'noteUid' | 'base'>;

function newId(): string {
  // crypto.randomUUID does not exist on plain http.
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function warn(error: unknown): void {
  console.warn('Typed text could not be kept on this device.', error);
}

/**
 * Keeps typed text on this device as a draft until it is saved or dropped. `changed` is cheap; the text
 * is read a moment later, once for many keystrokes, and when the page is hidden or left.
 */
export function useDraftAutosave(identity: Identity, read: () => RecoveredInput, draft?: Draft) {
  const [id] = useState(() => draft?.id ?? newId());
  const latest = useRef({ identity, read });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { identity, read };
  });

  const flush = useCallback(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = latest.current.read();
    keepDraft({ ...latest.current.identity, ...text, id, keptAt: Date.now() }).catch(warn);
  }, [id]);

  const changed = useCallback(() => {
    timer.current ??= setTimeout(flush, KEEP_AFTER);
  }, [flush]);

  const drop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    dropDraft(id).catch(warn);
  }, [id]);

  useEffect(() => {
    const release = lockDraft(id);
    const stop = new AbortController();
    // While the browser asks whether to leave, there is time to write.
    addEventListener('beforeunload', flush, { signal: stop.signal });
    addEventListener('pagehide', flush, { signal: stop.signal });
    document.addEventListener('visibilitychange', flush, { signal: stop.signal });
    return () => {
      stop.abort();
      flush();
      release();
    };
  }, [id, flush]);

  return { changed, drop };
}
