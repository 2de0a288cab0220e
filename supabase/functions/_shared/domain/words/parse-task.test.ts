import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDateOnly } from '../dates.ts';
import type { Language } from './language.ts';
import { loadLanguages } from './languages.ts';
import { parseTask, type ParsedTask } from './parse-task.ts';

const TAGS = ['en-US', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const categories = ['Health', 'Work', 'Home', 'Garden', 'Side', 'Side project', 'Finanzen'];
categories.push('Salud', 'Saúde');
const today = '2026-11-23';

/** The lines of a corpus below its heading, as cells. */
function corpus(name: string): string[][] {
  const file = new URL(`../../../../../tests/quick-add/${name}.tsv`, import.meta.url);
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.split('\t'));
}

/** A task as the corpora write it: Dentist | 2026-11-24 | weekly | high | #Health. */
function written({ title, due, repeat, priority, category }: ParsedTask): string {
  const tag = category === undefined ? undefined : `#${category}`;
  return [title, due, repeat, priority, tag].filter((it) => it !== undefined).join(' | ');
}

const languagesOf = new Map<string, Language[]>(
  await Promise.all(TAGS.map(async (tag) => [tag, await loadLanguages(tag)] as const)),
);
const english = languagesOf.get('en-US') ?? [];

describe.each(TAGS)('spec §2: quick add in words, %s', (tag) => {
  const [code = ''] = tag.split('-');
  const languages = languagesOf.get(tag) ?? [];

  test('at least 95 % of the sentences are understood', () => {
    const sentences = corpus(code);
    const wrong = sentences.flatMap(([sentence = '', day = '', expected = '']) => {
      const read = written(parseTask(sentence, { today: day, languages, categories }));
      return read === expected ? [] : [`${sentence}: ${read} instead of ${expected}`];
    });
    console.info(`${code}: ${sentences.length - wrong.length} of ${sentences.length} understood`);
    expect(sentences.length).toBeGreaterThan(85);
    expect(wrong.length / sentences.length, wrong.join('\n')).toBeLessThanOrEqual(0.05);
  });

  test('no ordinary title is misread', () => {
    const titles = corpus('titles').filter(([, language]) => language === code);
    expect(titles.length).toBeGreaterThan(25);
    for (const [title = ''] of titles)
      expect(parseTask(title, { today, languages, categories })).toEqual({ title, parts: [] });
  });
});

test('spec §2: words taken back and words in quotes stay text', () => {
  const read = (text: string, kept: string[] = []) =>
    written(parseTask(text, { today, languages: english, categories, kept }));
  expect(read('Watch Monday on Tuesday', ['on Tuesday'])).toBe('Watch Monday on Tuesday');
  expect(read('Dentist tomorrow !high #Health', ['tomorrow'])).toBe(
    'Dentist tomorrow | high | #Health',
  );
  expect(read('Gym every Monday', ['every Monday'])).toBe('Gym every Monday');
  expect(read('Read “Next Friday” tomorrow')).toBe('Read “Next Friday” | 2026-11-24');
  expect(read('tomorrow')).toBe('tomorrow');
  expect(read('Fix #Nowhere and C# !!!')).toBe('Fix #Nowhere and C# !!!');
});

test('spec §2: the order of 12/3 is that of the reader, and no date lies in the past', async () => {
  const british = await loadLanguages('en-GB');
  const due = (text: string, languages: Language[]) => parseTask(text, { today, languages }).due;
  expect(due('Dentist on 12/3', english)).toBe('2026-12-03');
  expect(due('Dentist on 12/3', british)).toBe('2027-03-12');
  expect(due('Dentist on 11/20/2026', english)).toBeUndefined();
  expect(due('Dentist on Feb 30', english)).toBeUndefined();
  expect(due('Party on Feb 29', english)).toBe('2028-02-29');
});

test('spec §2: what a language does not know it reads as English', async () => {
  const danish = await loadLanguages('da-DK');
  expect(written(parseTask('Tandlæge tomorrow', { today, languages: danish }))).toBe(
    'Tandlæge | 2026-11-24',
  );
});

const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    ...'tomorrow|every|Monday|!high|#Health|"|jeden|am 3.|le 1er|\0|in 99999999 days'.split('|'),
    ..."in 999 years|on 9/9|(|mañana|amanhã|aujourd'hui|,".split('|'),
  ),
);
const sentence = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

test('spec §2: any text is read, and no letter is lost that was not understood', () => {
  fc.assert(
    fc.property(sentence, fc.constantFrom(...TAGS), (text, tag) => {
      const languages = languagesOf.get(tag) ?? [];
      const task = parseTask(text, { today, languages, categories });
      const left = task.parts.toReversed().reduce((rest, part) => {
        expect(text.slice(part.start, part.end)).toBe(part.text);
        return `${rest.slice(0, part.start)} ${rest.slice(part.end)}`;
      }, text);
      expect(letters(task.title)).toBe(letters(left));
      if (task.due !== undefined) expect(isDateOnly(task.due) && task.due >= today).toBe(true);
      const kept = task.parts.map((part) => part.text);
      const again = parseTask(text, { today, languages, categories, kept });
      for (const part of again.parts) expect(kept).not.toContain(part.text);
    }),
    { numRuns: 500 },
  );
});

test('spec §2: 10,000 letters take a bounded time', () => {
  const short = [
    'a',
    ' ',
    '1',
    'on ',
    'every 1 ',
    '#a ',
    '"',
    'am 1.',
    'in the end of ',
    '12/',
    '((',
  ];
  const texts = short.map((it) => it.repeat(1000 / it.length));
  const begun = performance.now();
  for (const text of [...texts, ...texts.map((it) => it.repeat(10))])
    for (const languages of languagesOf.values()) parseTask(text, { today, languages, categories });
  expect((performance.now() - begun) / (2 * texts.length * TAGS.length)).toBeLessThan(50);
});
