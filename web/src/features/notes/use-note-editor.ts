import { useCallback, useEffect, useState } from 'react';
import type { Draft } from '../../data/notes/drafts.ts';
import { latePart } from '../../lib/late-part.ts';
import { whenIdle } from '../../lib/when-idle.ts';

const importEditor = () => import('./note-edit.tsx');
type Editor = Awaited<ReturnType<typeof importEditor>>['NoteEdit'];

let loaded: Editor | null = null;

async function load(fetch: typeof importEditor): Promise<Editor> {
  loaded = (await fetch()).NoteEdit;
  return loaded;
}

function fetchAhead(): void {
  if (loaded) return;
  load(importEditor).catch((error: unknown) => {
    console.warn('The editor could not be fetched ahead.', error);
  });
}

/**
 * The editor is fetched when it is needed: ahead when the page is idle or Edit is pointed at, so
 * that it is there when Edit is pressed. `Editor` is null until `begin` has it.
 */
export function useNoteEditor() {
  const [Editor, setEditor] = useState<{ component: Editor; draft: Draft | undefined } | null>(
    null,
  );
  const [isLoading, setLoading] = useState(false);

  useEffect(() => whenIdle(fetchAhead), []);

  const begin = useCallback(async (draft?: Draft) => {
    if (loaded) {
      setEditor({ component: loaded, draft });
      return;
    }
    setLoading(true);
    try {
      setEditor({ component: await load(() => latePart(importEditor)), draft });
    } catch (error) {
      // The user has been told.
      console.error('The editor could not be loaded.', error);
    } finally {
      setLoading(false);
    }
  }, []);

  return {
    Editor: Editor?.component ?? null,
    draft: Editor?.draft,
    isLoading,
    begin,
    end: () => setEditor(null),
    fetchAhead,
  };
}
