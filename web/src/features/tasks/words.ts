import { useEffect, useState } from 'react';
import type { ParsedTask } from '#domain/words/parse-task.ts';

type Options = { today: string; categories: readonly string[]; kept?: readonly string[] };
export type ReadWords = (text: string, options: Options) => ParsedTask;

let loaded: ReadWords | null = null;

/** Fetches what reads tasks in words: the grammar, the browser's language and English. */
export async function loadWords(): Promise<ReadWords> {
  if (loaded) return loaded;
  const [{ parseTask }, { loadLanguages }] = await Promise.all([
    import('#domain/words/parse-task.ts'),
    import('#domain/words/languages.ts'),
  ]);
  const languages = await loadLanguages(navigator.language);
  loaded = (text, options) => parseTask(text, { ...options, languages });
  return loaded;
}

/**
 * Reads tasks in words; null until that is wanted and there. Without its code words stay words, which
 * is no failure to tell of: the next field that wants it tries again.
 */
export function useWords(isWanted: boolean): ReadWords | null {
  const [read, setRead] = useState(() => loaded);
  useEffect(() => {
    if (!isWanted || read) return undefined;
    const stop = new AbortController();
    const load = async () => {
      try {
        const next = await loadWords();
        if (!stop.signal.aborted) setRead(() => next);
      } catch (error) {
        console.warn('Words are not read: the code for it did not come.', error);
      }
    };
    void load();
    return () => stop.abort();
  }, [isWanted, read]);
  return read;
}
