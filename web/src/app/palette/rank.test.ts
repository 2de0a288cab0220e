import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf, excerptParts, Index, markedParts } from './rank.ts';

const titles = (list: string[], search: string, limit = 10) =>
  new Index(list.map((title, index) => entryOf('task', String(index), title)))
    .find(search, limit)
    .map(({ title }) => title);

test('decision 58: the same text, then its beginning, a word, a part, and a typo', () => {
  const list = ['Call dnetist', 'Undentist', 'The dentist', 'Dentist at nine', 'Dentist', 'Rent'];
  expect(titles(list, 'dentist')).toEqual([
    'Dentist',
    'Dentist at nine',
    'The dentist',
    'Undentist',
    'Call dnetist',
  ]);
});

test('decision 58: one letter wrong, missing, added or swapped is a typo; short words have none', () => {
  for (const typo of ['dentost', 'dentst', 'denttist', 'detnist'])
    expect(titles(['Dentist'], typo), typo).toEqual(['Dentist']);
  expect(titles(['Dentist'], 'edntist')).toEqual(['Dentist']);
  expect(titles(['Dentist'], 'tentist')).toEqual([]);
  expect(titles(['Dentist'], 'dontost')).toEqual([]);
  expect(titles(['Rent'], 'ren ')).toEqual(['Rent']);
  expect(titles(['Rent'], 'ran')).toEqual([]);
});

test('decision 58: words apart from each other, or beside the title, come after what has them in it', () => {
  const entries = [
    entryOf('task', '1', 'Visit', 'Root canal'),
    entryOf('task', '2', 'Canal of the root'),
    entryOf('task', '3', 'Root canal'),
  ];
  expect(new Index(entries).find('root canal', 10).map(({ uid }) => uid)).toEqual(['3', '1', '2']);
});

test('decision 58: the part that was found is marked, also beside letters that are folded into others', () => {
  expect(markedParts('The Déntist', 'dent')).toEqual(['The ', 'Dént', 'ist']);
  expect(markedParts('Canal of the root', 'root canal')).toEqual(['', 'Canal', ' of the root']);
  expect(markedParts('Straße 5', '5')).toEqual(['Straße ', '5', '']);
  expect(markedParts('Viele Grüße …', 'gruss')).toEqual(['Viele ', 'Grüß', 'e …']);
  expect(markedParts('Dentist', 'detnist')).toEqual(['Dentist']);
});

test('decision 58: accents do not matter', () => {
  expect(titles(['Jürgen', 'İpek Yıldız', 'Straße'], 'jurgen')).toEqual(['Jürgen']);
  expect(titles(['Jürgen', 'İpek Yıldız', 'Straße'], 'YILDIZ')).toEqual(['İpek Yıldız']);
});

test('decision 58: never more than asked for, none twice, and what is wanted whole is first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.string(),
      fc.integer({ min: 1, max: 5 }),
      (list, text, limit) => {
        const entries = [...list, text].map((title, index) =>
          entryOf('note', String(index), title),
        );
        const result = new Index(entries).find(text, limit);
        expect(result.length).toBeLessThanOrEqual(limit);
        expect(new Set(result).size).toBe(result.length);
        const exact = entryOf('note', '', text.trim()).text;
        if (exact !== '' && exact === entryOf('note', '', text).text)
          expect(result[0]?.text).toBe(exact);
      },
    ),
  );
});

test('decision 58: an excerpt shows its match near its beginning, and no markup', () => {
  expect(excerptParts('…and a pinch of **saffron** at the very end of it', 'saffro')).toEqual([
    '…and a pinch of ',
    'saffro',
    'n at the very end of it',
  ]);
  expect(excerptParts(`${'word '.repeat(12)}Déntist`, 'dentist')).toEqual([
    '…word word word word ',
    'Déntist',
    '',
  ]);
  expect(excerptParts('- Milk', 'nothing')).toEqual(['Milk']);
});
