import type { RepeatType } from '../repeat.ts';
import { TASK_LIMITS, taskPriorities, type TaskPriority } from '../task.ts';
import { fold, vocabularyOf, type Language, type Phrase, type Vocabulary } from './language.ts';
import { dateOf, repeatOf, type Words } from './meaning.ts';

/** What was understood, and where in the text it stands. */
export type Part = {
  kind: 'due' | 'repeat' | 'priority' | 'category';
  start: number;
  end: number;
  text: string;
};

/** A task in words. What was not understood is its title, in the order typed. */
export type ParsedTask = {
  title: string;
  due?: string;
  repeat?: RepeatType;
  priority?: TaskPriority;
  category?: string;
  /** In the order typed. */
  parts: Part[];
};

type Options = {
  /** YYYY-MM-DD. */
  today: string;
  /** In the order of preference: of two that know a word the first is right. */
  languages: readonly Language[];
  /** The names that `#` may be followed by. */
  categories?: readonly string[];
  /** Words that stay text, though they could be understood. */
  kept?: readonly string[];
};

type Found<Value> = { start: number; end: number; value: Value };

const QUOTED =
  /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‹[^›]*›|‚[^‘’]*[‘’]|(?<![\p{L}\p{N}])(?:‘[^‘]*?’|'[^']+')(?![\p{L}\p{N}])/gu;
const HIDDEN = '\0';
/** In the place of what stays text, which is no pause. */
const KEPT = '\x01';
/** Letters of a text that is read: twice those of a title. What is longer is a text, not a line. */
const LONGEST = 2 * TASK_LIMITS.title;
const MARKED = /(?<![^\s(])[#!@]\S+/g;
const BEFORE_MARK = /^$|[\s(]/;
const AFTER_WORD = /^$|[^\p{L}\p{N}_]/u;

const blank = (text: string) => HIDDEN.repeat(text.length);
const keep = (text: string) => KEPT.repeat(text.length);

function hide(text: string, { start, end }: { start: number; end: number }): string {
  return text.slice(0, start) + HIDDEN.repeat(end - start) + text.slice(end);
}

/** The text with quotes and words to be kept out of sight. */
function hideKept(text: string, kept: readonly string[]): string {
  const wanted = kept.filter((words) => words !== '');
  return wanted.reduce((left, words) => left.replaceAll(words, keep), text).replace(QUOTED, keep);
}

/** The first of these words that follows the mark, `#` or `!`; the longest where several do. */
function findMarked<Value>(
  folded: string,
  mark: string,
  words: readonly (readonly [word: string, value: Value])[],
): Found<Value> | null {
  for (let start = folded.indexOf(mark); start >= 0; start = folded.indexOf(mark, start + 1)) {
    if (!BEFORE_MARK.test(folded.charAt(start - 1))) continue;
    const fits = words.filter(
      ([word]) =>
        word !== '' &&
        folded.startsWith(word, start + 1) &&
        AFTER_WORD.test(folded.charAt(start + 1 + word.length)),
    );
    const longest = fits.toSorted(([a], [b]) => b.length - a.length)[0];
    if (longest) return { start, end: start + 1 + longest[0].length, value: longest[1] };
  }
  return null;
}

function priorityWords(languages: readonly Language[]) {
  const numbers = { high: '1', medium: '2', low: '3' };
  return taskPriorities.flatMap((priority) =>
    [numbers[priority], ...languages.flatMap((it) => it.priorities[priority].split('|'))].map(
      (word) => [word, priority] as const,
    ),
  );
}

const CAPITAL = /\p{Lu}/u;
const CAPITAL_NEXT = /^\s+\p{Lu}/u;
const SENTENCE_START = /(?:^|[.!?:(\0])\s*$/;

/**
 * Whether the words are written as a name is, with a capital letter within the sentence. Where days
 * and months have one anyway, the word after them has to have one, too; other words there are a name
 * only where the sentence goes on.
 */
function isName(
  shown: string,
  { index, indices, groups, 0: words }: RegExpExecArray,
  { language, pause }: Vocabulary,
) {
  const [at = index] = indices?.groups?.weekday ?? indices?.groups?.month ?? [];
  const isCapital = (place: number) =>
    CAPITAL.test(shown.charAt(place)) &&
    !SENTENCE_START.test(shown.slice(Math.max(0, place - 4), place));
  if (language.capitals === 'nouns' || groups?.lead !== undefined) return false;
  if (language.capitals === 'names') return isCapital(index) || isCapital(at);
  const end = index + words.length;
  if (!isCapital(index)) return false;
  if ((groups?.weekday ?? groups?.month) !== undefined) return CAPITAL_NEXT.test(shown.slice(end));
  pause.lastIndex = end;
  return !pause.test(shown);
}

/** Everything in the text that one of the phrases could mean. */
function* findPhrases<Meaning, Value>(
  shown: string,
  vocabulary: Vocabulary,
  phrases: readonly Phrase<Meaning>[],
  valueOf: (meaning: Meaning, words: Words) => Value | null,
): Generator<Found<Value>> {
  const { names } = vocabulary;
  const folded = names.reduce((text, name) => text.replaceAll(name, blank), fold(shown));
  for (const { pattern, meaning, before } of phrases)
    for (const match of folded.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (before) {
        before.lastIndex = end;
        if (!before.test(shown)) continue;
      }
      if (isName(shown, match, vocabulary)) continue;
      const value = valueOf(meaning, match.groups ?? {});
      if (value !== null) yield { start, end, value };
    }
}

/** The first, and of those that begin together the longest; or the longest, and of those the first. */
function best<Value>(found: Iterable<Found<Value>>, prefersLongest: boolean): Found<Value> | null {
  let chosen: Found<Value> | null = null;
  for (const it of found) {
    if (!chosen) chosen = it;
    else {
      const length = it.end - it.start - (chosen.end - chosen.start);
      const order = chosen.start - it.start;
      const isBetter = prefersLongest ? length || order : order || length;
      if (isBetter > 0) chosen = it;
    }
  }
  return chosen;
}

const PAUSES = ' \t\n,;:–-';

function trimPauses(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && PAUSES.includes(text.charAt(start))) start += 1;
  while (end > start && PAUSES.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The text without the parts, and without the spaces, commas and brackets that stood for them alone. */
function titleOf(text: string, parts: readonly Part[]): string {
  let title = '';
  let end = 0;
  for (const { start, end: next } of [...parts, { start: text.length, end: text.length }]) {
    const between = text.slice(end, start);
    if (end === 0) title = between;
    else {
      const left = title.trimEnd();
      const right = between.trimStart();
      if (left.endsWith('(') && right.startsWith(')'))
        title = `${left.slice(0, -1)}${right.slice(1)}`;
      else if (/^[,;.)]/.test(right))
        title = (left.endsWith(',') ? left.slice(0, -1) : left) + right;
      else title = `${left} ${right}`;
    }
    end = next;
  }
  return parts.length > 0 ? trimPauses(title) : title.trim();
}

/**
 * Reads a task from a line of words: "Dentist tomorrow !high #Health". Dates, repeats, priorities and
 * categories that were understood are parts; of each kind the first one. Words in quotes stay words,
 * and so does everything where nothing would be left for a title.
 */
export function parseTask(
  text: string,
  { today, languages, categories = [], kept = [] }: Options,
): ParsedTask {
  const parts: Part[] = [];
  if (text.length > LONGEST) return { title: text.trim(), parts };
  let shown = hideKept(text, kept);
  const take = <Value>(kind: Part['kind'], found: Found<Value> | null): Value | undefined => {
    if (!found) return undefined;
    const { start, end, value } = found;
    parts.push({ kind, start, end, text: text.slice(start, end) });
    shown = hide(shown, found);
    return value;
  };

  const names = categories.map((name) => [fold(name), name] as const);
  const category = take('category', findMarked(fold(shown), '#', names));
  const priority = take('priority', findMarked(fold(shown), '!', priorityWords(languages)));
  // What follows a mark and was not understood is the person's own, not a date.
  shown = shown.replace(MARKED, blank);

  const vocabularies = languages.map(vocabularyOf);
  const repeats = vocabularies.flatMap((it) => [
    ...findPhrases(shown, it, it.repeats, (rule, words) => repeatOf(rule, words, it, today)),
  ]);
  const repeat = take('repeat', best(repeats, true));
  const dates = vocabularies.flatMap((it) => [
    ...findPhrases(shown, it, it.dates, (meaning, words) => dateOf(meaning, words, it, today)),
  ]);
  const date = take('due', best(dates, false));

  parts.sort((a, b) => a.start - b.start);
  const title = titleOf(text, parts);
  if (title === '') return { title: text.trim(), parts: [] };
  const due = date ?? repeat?.due;
  return {
    title,
    ...(due && { due }),
    ...(repeat && { repeat: repeat.repeat }),
    ...(priority && { priority }),
    ...(category !== undefined && { category }),
    parts,
  };
}
