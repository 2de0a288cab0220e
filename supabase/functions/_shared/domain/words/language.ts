import type { RepeatType } from '../repeat.ts';
import type { TaskPriority } from '../task.ts';

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/**
 * What a date in words means: so many days from today, or a way to count from the words in it.
 * `coming` is the first such weekday after today, `week after` the one in the week that begins next
 * Monday, `week later` seven days after the coming one.
 */
export type DateMeaning =
  | number
  | 'after'
  | 'coming'
  | 'week after'
  | 'week later'
  | 'next week'
  | 'next month'
  | 'weekend'
  | 'start of month'
  | 'end of month'
  | 'end of next month'
  | 'day'
  | 'day and month'
  | 'numbers';

/**
 * The words of a language, folded: lower case, without accents, straight apostrophes.
 *
 * A phrase is a list of words with one space between them. `(a|b)` is either, `?` before a word makes
 * it optional, a word in braces stands for a number, a name or a word of the lists below. `~` before
 * the phrase: it counts only where a sentence may pause after it (at the end, before punctuation, a
 * time, a word of `joins`). `@`: only before a time. `%`: not before a capital letter. `^`: only where
 * the text begins.
 */
export type Language = {
  /** BCP 47, for the names of weekdays and months. */
  tag: string;
  /** 12/3 is December 3. */
  monthFirst?: boolean;
  /** What begins with a capital letter within a sentence: names only, days and months, or all nouns. */
  capitals: 'names' | 'days' | 'nouns';
  /** Further names, Sunday first, January first. */
  weekdays?: readonly string[];
  months?: readonly string[];
  /** Numbers in words, from one; `|` parts synonyms. */
  numbers: readonly string[];
  units: Record<Unit, string>;
  /** What follows the number of a day: 1st, 1er, 1. */
  ordinal: string;
  /** The first day of a month in a word. */
  first?: string;
  /** Stands before a date and goes with it. */
  lead: string;
  /** Words before which a lone weekday is one, as a pattern on the text as typed. */
  joins: string;
  /** Times of the day after a weekday. */
  times: string;
  /** They are written on to the day: Freitagabend. */
  joinsTimes?: boolean;
  /** Between two weekdays: no rule says a list or a span of them. */
  between: string;
  dates: readonly (readonly [phrase: string, meaning: DateMeaning])[];
  /** `every`: by the number and unit in the phrase. */
  repeats: readonly (readonly [phrase: string, rule: RepeatType | 'every'])[];
  /** What has the words of a date and is none. */
  names: readonly string[];
  priorities: Record<TaskPriority, string>;
};

const DAY = String.raw`(?:3[01]|[12]\d|0?[1-9])`;
const SPACE = String.raw`\s{1,3}`;
/** Letters and digits of folded text. `\p{L}` says it better and costs 150 ms before the first word. */
const LETTER = String.raw`[a-z0-9_\u00df-\u1fff\u2c00-\ud7ff\uf900-\uffff]`;
const START = String.raw`(?<!${LETTER}|${LETTER}['.\-/@])`;
const FIRST = String.raw`(?<=^[\s\0]*)`;
const END = String.raw`(?!${LETTER}|['.\-/]${LETTER})`;
const TIME = String.raw`\s+\d{1,2}(?:\s?(?:h|u|uhr|uur|am|pm)(?!\p{L})|[hu:.]\d)`;

/** Lower case without accents, as long as the text: a letter stays where it is. */
export function fold(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i += 1) {
    const letter = text.charAt(i);
    const plain = letter.normalize('NFD').charAt(0).toLowerCase();
    folded += letter === '’' ? "'" : plain.length === 1 ? plain : letter;
  }
  return folded;
}

function namesOf(tag: string, options: Intl.DateTimeFormatOptions, count: number): string[] {
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  // 1 January 2023 was a Sunday.
  const day = (i: number) => (count === 7 ? Date.UTC(2023, 0, 1 + i) : Date.UTC(2023, i, 1));
  return Array.from({ length: count }, (_, i) => fold(format.format(day(i))).replaceAll('.', ''));
}

const either = (...names: readonly (string | undefined)[]) => names.filter(Boolean).join('|');

export type Phrase<Meaning> = {
  pattern: RegExp;
  meaning: Meaning;
  /** What has to follow it in the text as typed. */
  before: RegExp | null;
};

export type Vocabulary = {
  language: Language;
  /** Sunday first; January first. Patterns, as those that follow. */
  weekdays: readonly string[];
  months: readonly string[];
  dates: readonly Phrase<DateMeaning>[];
  repeats: readonly Phrase<RepeatType | 'every'>[];
  names: readonly RegExp[];
  /** Where a sentence may pause. */
  pause: RegExp;
};

type Names = Record<'long' | 'weekdays' | 'months', readonly string[]>;

function slotsOf(language: Language, { long, weekdays, months }: Names) {
  const ordinal = `(?:${language.ordinal})`;
  return new Map([
    ['lead', `(?<lead>${language.lead})`],
    ['n', String.raw`(?<n>\d{1,3}|${either(...language.numbers)})`],
    ['unit', `(?<unit>${either(...Object.values(language.units))})`],
    ['weekday', `(?<weekday>${either(...long)})`],
    ['wd', String.raw`(?<weekday>${either(...weekdays)})\.?`],
    ['month', String.raw`(?<month>${either(...months)})\.?`],
    ['day', `(?<day>${either(DAY + ordinal + '?', language.first)})`],
    ['number', `(?<day>${DAY})`],
    ['nth', `(?<day>${DAY + ordinal})`],
    ['year', String.raw`(?<year>20\d\d)`],
    ['y', String.raw`(?<year>20\d\d|\d\d)`],
    ['a', String.raw`(?<a>\d{1,2})`],
    ['b', String.raw`(?<b>\d{1,2})`],
  ]);
}

/** Everything that a phrase without its mark may look like. */
function sourceOf(phrase: string, slots: ReadonlyMap<string, string>): string {
  let source = '';
  let hasRequired = false;
  // Spaces within parentheses do not part words.
  for (const word of phrase.split(/ (?![^(]*\))/)) {
    const isOptional = word.startsWith('?');
    const plain = (isOptional ? word.slice(1) : word)
      .replaceAll(/\{([a-z]+)\}/g, (braces, name: string) => slots.get(name) ?? braces)
      .replaceAll(' ', SPACE);
    if (isOptional) source += hasRequired ? `(?:${SPACE}${plain})?` : `(?:${plain}${SPACE})?`;
    else source += hasRequired ? SPACE + plain : plain;
    hasRequired ||= !isOptional;
  }
  return source;
}

/** A list of weekdays or a span of them, as a whole. */
function weekdayList({ between }: Language, weekdays: readonly string[]): RegExp {
  const weekday = String.raw`(?:${either(...weekdays)})s?\.?`;
  const join = String.raw`(?:\s?[,/&+–-]\s?(?:(?:${between})\s)?|\s(?:${between})\s)`;
  return new RegExp(
    String.raw`${START}${weekday}(?:${join}(?:[a-z]{1,4}\s){0,2}${weekday})+(?!${LETTER})`,
    'g',
  );
}

const vocabularies = new WeakMap<Language, Vocabulary>();

/** The language's phrases as patterns on folded text, made once. */
export function vocabularyOf(language: Language): Vocabulary {
  const known = vocabularies.get(language);
  if (known) return known;
  const { tag } = language;
  const long = namesOf(tag, { weekday: 'long' }, 7).map((name, i) =>
    either(name, language.weekdays?.[i]),
  );
  const short = namesOf(tag, { weekday: 'short' }, 7);
  const weekdays = long.map((name, i) => either(name, short[i]));
  const shortMonths = namesOf(tag, { month: 'short' }, 12);
  const months = namesOf(tag, { month: 'long' }, 12).map((name, i) =>
    either(name, shortMonths[i], language.months?.[i]),
  );
  const slots = slotsOf(language, { long, weekdays, months });
  const pauseAfter = String.raw`\.?\s*$|\s*[,;:!?)–—]|\s+[-–#(!\0]|${TIME}|\s+(?:${language.joins})(?!\p{L})`;
  const pauses = String.raw`${pauseAfter}|\s*(?:${language.times})(?:${pauseAfter})`;
  const pause = new RegExp(pauses, 'uy');
  const marks = new Map([
    ['~', pause],
    ['@', new RegExp(TIME, 'iuy')],
    ['%', /(?!\s+\p{Lu})/uy],
    ['^', null],
  ]);
  const time = `(?:${fold(language.times)})`;
  const end = language.joinsTimes ? `(?:${END}|(?=${time}${END}))` : END;
  const patternOf = (phrase: string, start = START) =>
    new RegExp(`${start}(?:${sourceOf(phrase, slots)})${end}`, 'dg');
  const phrasesOf = <Meaning>(list: readonly (readonly [string, Meaning])[]) =>
    list.map(([phrase, meaning]) => {
      const mark = phrase.charAt(0);
      const before = marks.get(mark) ?? null;
      const start = mark === '^' ? FIRST : START;
      return {
        pattern: patternOf(marks.has(mark) ? phrase.slice(1) : phrase, start),
        meaning,
        before,
      };
    });
  const vocabulary = {
    language,
    weekdays,
    months,
    dates: phrasesOf<DateMeaning>([
      ...language.dates,
      ...(language.joinsTimes ? [[`?{lead} {weekday}(?=${time})`, 'coming'] as const] : []),
      [String.raw`?{lead} (?<iso>\d{4}-\d\d-\d\d)`, 'numbers'],
    ]),
    repeats: phrasesOf<RepeatType | 'every'>(language.repeats),
    names: [weekdayList(language, weekdays), ...language.names.map((phrase) => patternOf(phrase))],
    pause,
  };
  vocabularies.set(language, vocabulary);
  return vocabulary;
}
