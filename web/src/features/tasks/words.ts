import { useEffect, useState } from 'react';
import { loadLanguages } from '#domain/words/languages.ts';
import { parseTask, type ParsedTask } from '#domain/words/parse-task.ts';

type Options = { today: string; categories: readonly string[]; kept?: readonly string[] };
export type ReadWords = (text: string, options: Options) => ParsedTask;

let loaded: ReadWords | null = null;

/** What reads tasks in words of the browser's language and English. */
export async function loadReader(): Promise<ReadWords> {
  if (loaded) return loaded;
  const languages = await loadLanguages(navigator.language);
  loaded = (text, options) => parseTask(text, { ...options, languages });
  return loaded;
}

/** The reader once it is there. Without its code words stay words, which is no failure to tell of. */
export function useReader(): ReadWords | null {
  const [read, setRead] = useState(() => loaded);
  useEffect(() => {
    if (read) return undefined;
    const stop = new AbortController();
    const load = async () => {
      try {
        const next = await loadReader();
        if (!stop.signal.aborted) setRead(() => next);
      } catch (error) {
        console.warn('Words are not read: the code of a language did not come.', error);
      }
    };
    void load();
    return () => stop.abort();
  }, [read]);
  return read;
}
