import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router-dom';
import { skipBlocker } from './unsaved-changes.ts';

/** The parameters that open a dialog: `?contact=UID`, or `?contact=new` for an empty one. */
type DialogName = 'contact' | 'task' | 'note' | 'edit' | 'folder' | 'drawer';

export const NEW = 'new';

/** State of a history entry that was added to open a dialog. */
const OPENED_HERE = 'opened-here';

/** Keeps the screen and its scroll position. */
const SAME_SCREEN: NavigateOptions = { preventScrollReset: true, defaultShouldRevalidate: false };

/** The current query with one parameter set, or removed by null. */
function queryWith(name: string, value: string | null): string {
  const parameters = new URLSearchParams(location.search);
  if (value === null) parameters.delete(name);
  else parameters.set(name, value);
  return `?${parameters}`;
}

function useParameter(name: string): string | null {
  return new URLSearchParams(useLocation().search).get(name);
}

/**
 * Opens the dialog of a row, or an empty one by `NEW`: adds a history entry, so that Back closes it.
 * The row is named by its uid, since one created offline has no id yet. `screen` is the path of the
 * dialog's screen, if it can be opened from others.
 */
export function useShowDialog(name: DialogName, screen?: string): (uid: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (uid) => {
      const isElsewhere = screen !== undefined && screen !== location.pathname;
      if (isElsewhere)
        void navigate(`${screen}?${new URLSearchParams({ [name]: uid })}`, { state: OPENED_HERE });
      else void navigate({ search: queryWith(name, uid) }, { ...SAME_SCREEN, state: OPENED_HERE });
    },
    [navigate, name, screen],
  );
}

type Rows = {
  has: (uid: string) => boolean;
  /** All rows are loaded: one that is not among them does not exist. */
  isComplete: boolean;
};

/**
 * The dialog that the URL opens: the uid of its row, `NEW` or null. It opens once its row is loaded,
 * and stays open if the row is deleted elsewhere; a uid without a row is removed from the URL.
 *
 * `close` goes back to before the dialog, or removes the parameter if the page was opened with it. It
 * asks nothing: what was typed is saved or discarded by then (ui/form-dialog.tsx asks).
 */
export function useOpenDialog(name: DialogName, rows: Rows) {
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const uid = useParameter(name);
  const [shown, setShown] = useState<string | null>(null);
  const isThere = uid === null || uid === NEW || uid === shown || rows.has(uid);
  if (isThere && uid !== shown) setShown(uid);

  const closing = useRef('');
  const close = () => {
    // Going back takes a moment, in which it may be called again.
    if (uid === null || closing.current === key) return;
    closing.current = key;
    skipBlocker();
    if (state === OPENED_HERE) void navigate(-1);
    else void navigate({ search: queryWith(name, null) }, { ...SAME_SCREEN, replace: true });
  };

  const isUnknown = !isThere && rows.isComplete;
  const drop = useEffectEvent(close);
  useEffect(() => {
    if (isUnknown) drop();
  }, [isUnknown]);

  return { uid: isThere ? uid : null, close };
}

/** What is open beside a list, and a function that opens something else by a new history entry. */
export function useUrlParameter(name: 'note') {
  const navigate = useNavigate();
  const set = useCallback(
    (value: string | null, { replace = false } = {}) => {
      const parameters = new URLSearchParams(queryWith(name, value));
      // A choice in the drawer replaces the drawer's history entry.
      const isInDrawer = parameters.has('drawer');
      parameters.delete('drawer');
      const search = `?${parameters}`;
      void navigate({ search }, { ...SAME_SCREEN, replace: replace || isInDrawer });
    },
    [navigate, name],
  );
  return [useParameter(name), set] as const;
}

/** The search of a screen: `?q=`. */
export function useSearchText(): string {
  return useParameter('q') ?? '';
}

/**
 * The text of a search field, and a function that changes it. The field shows a keystroke at once; the
 * URL, and what is rendered by it, follow in a transition.
 */
export function useSearchField(): [string, (text: string) => void] {
  const navigate = useNavigate();
  const [text, setText] = useOptimistic(useSearchText());
  const change = (next: string) =>
    startTransition(async () => {
      setText(next);
      try {
        await navigate({ search: queryWith('q', next || null) }, { ...SAME_SCREEN, replace: true });
      } catch (error) {
        // Safari limits how often the URL changes.
        console.warn('The search could not be written into the URL.', error);
      }
    });
  return [text, change];
}

/** The tab of a screen: `?tab=`, null for the first one. It adds no history entry: Back leaves the screen. */
export function useTab(): [string | null, (tab: string) => void] {
  const navigate = useNavigate();
  const tab = useParameter('tab');
  const change = (next: string) =>
    void navigate({ search: queryWith('tab', next) }, { ...SAME_SCREEN, replace: true });
  return [tab, change];
}
