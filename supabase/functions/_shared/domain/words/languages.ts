import type { Language } from './language.ts';

const loaders: Record<string, () => Promise<Language>> = {
  de: async () => (await import('./de.ts')).german,
  en: async () => (await import('./en.ts')).english,
  es: async () => (await import('./es.ts')).spanish,
  fr: async () => (await import('./fr.ts')).french,
  it: async () => (await import('./it.ts')).italian,
  nl: async () => (await import('./nl.ts')).dutch,
  pt: async () => (await import('./pt.ts')).portuguese,
};

/** Those who write the month first; Canada and the Philippines write both ways. */
const MONTH_FIRST = 'en-US';

/**
 * The language of a BCP 47 tag, if it is known, and English: what a person of that language types.
 * Each is a chunk of its own. English takes 12/3 for December 3 where the tag is American.
 */
export async function loadLanguages(tag: string): Promise<Language[]> {
  const [own = 'en'] = tag.toLowerCase().split('-');
  const load = own === 'en' ? undefined : Object.hasOwn(loaders, own) ? loaders[own] : undefined;
  const [english, other] = await Promise.all([loaders.en?.(), load?.()]);
  const monthFirst = tag === MONTH_FIRST;
  return [...(other ? [other] : []), ...(english ? [{ ...english, monthFirst }] : [])];
}
