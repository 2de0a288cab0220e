import { loadLanguages } from '#domain/words/languages.ts';
import { parseTask } from '#domain/words/parse-task.ts';
import type { ParseWords } from './types.ts';

/** The languages that Todoist writes dates in, of those that are read. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'];

/** A line needs a title; in quotes it is none of the words. */
const TITLE = '"-"';

/** Reads the dates that other programs write in words, of which overdue ones may lie in the past. */
export async function loadDateWords(): Promise<ParseWords> {
  const loaded = await Promise.all(
    LANGUAGES.map(async (tag) => [tag, await loadLanguages(tag)] as const),
  );
  const byTag = new Map(loaded);
  return (text, language, today) => {
    const [tag = 'en'] = language.toLowerCase().split(/[-_]/u);
    const languages = byTag.get(tag);
    if (!languages) return null;
    const [year] = /\b20\d\d\b/u.exec(text) ?? [];
    const hasBegun = year !== undefined && year <= today.slice(0, 4);
    const { title, due, repeat } = parseTask(`${TITLE} ${text}`, {
      today: hasBegun ? `${year}-01-01` : today,
      languages,
    });
    if (!due && !repeat) return null;
    return { due_date: due ?? null, repeat_type: repeat ?? null, isWhole: title === TITLE };
  };
}
