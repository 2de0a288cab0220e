import { useEffect, useState } from 'react';
import { loadLanguages } from '#domain/words/languages.ts';
import { parseTask, type ParsedTask } from '#domain/words/parse-task.ts';

type Options = { today: string; categories: readonly string[]; kept?: readonly string[] };
export type ReadWords = (text: string, options: Options) => ParsedTask;

let loaded: ReadWords | null = null;

/** Loads the parser for the browser's language and English. */
export async function loadReader(): Promise<ReadWords> {
  if (loaded) return loaded;
  const languages = await loadLanguages(navigator.language);
  loaded = (text, options) => parseTask(text, { ...options, languages });
  return loaded;
}

/** The parser once it is loaded. If that fails, words stay in the title; no error is shown. */
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
        console.warn('Words are not read: their code could not be loaded.', error);
      }
    };
    void load();
    return () => stop.abort();
  }, [read]);
  return read;
}
