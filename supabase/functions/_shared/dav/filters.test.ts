import { expect, test } from 'vitest';
import { calendarFilter, cardFilter } from './filters.ts';
import { parseBody } from './xml.ts';

const ZONE = 'Europe/Berlin';
const SPACES =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:R="urn:ietf:params:xml:ns:carddav"';

const todo = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VTODO', 'UID:1', ...lines, 'END:VTODO', 'END:VCALENDAR', ''].join(
    '\r\n',
  );
const asked = (inner: string, component = 'VTODO') =>
  calendarFilter(
    parseBody(
      `<C:filter ${SPACES}><C:comp-filter name="VCALENDAR"><C:comp-filter name="${component}">${inner}</C:comp-filter></C:comp-filter></C:filter>`,
    ) ?? undefined,
    ZONE,
  );
const range = (start: string, end: string) =>
  asked(`<C:time-range start="${start}" end="${end}"/>`);

test('RFC 4791 9.9: what lies in a time, by its start, its due date, or when it was made and completed', () => {
  const day = range('20261124T000000Z', '20261125T000000Z');
  const cases: [lines: string[], isIn: boolean][] = [
    [[], true],
    [['DUE:20261124T120000Z'], true],
    [['DUE:20261123T235959Z'], false],
    [['DUE:20261125T000000Z'], false],
    [['DTSTART:20261124T235959Z'], true],
    [['DTSTART:20261125T000000Z'], false],
    [['DTSTART:20261101T000000Z', 'DUE:20261201T000000Z'], true],
    [['DTSTART:20261101T000000Z', 'DUE:20261124T000000Z'], false],
    // In Berlin the day begins at 23:00 of UTC.
    [['DUE;VALUE=DATE:20261124'], true],
    [['DUE;VALUE=DATE:20261125'], true],
    [['DUE;VALUE=DATE:20261126'], false],
    [['DUE;VALUE=DATE:20261123'], false],
    [['DUE;TZID=Europe/Berlin:20261125T003000'], true],
    [['DUE;TZID=America/New_York:20261124T193000'], false],
    [['DUE;TZID=Nowhere/At_All:20261125T003000'], true],
    [['DUE:20261125T003000'], true],
    [['DUE;VALUE=DATE:20200101', 'RRULE:FREQ=MONTHLY'], true],
    [['DUE;VALUE=DATE:20270101', 'RRULE:FREQ=MONTHLY'], false],
    [['CREATED:20261120T000000Z'], true],
    [['CREATED:20261125T000000Z'], false],
    [['CREATED:20261120T000000Z', 'COMPLETED:20261124T100000Z'], true],
    [['CREATED:20261120T000000Z', 'COMPLETED:20261121T100000Z'], false],
    [['COMPLETED:20261124T100000Z'], true],
    [['COMPLETED:20261126T100000Z'], false],
  ];
  for (const [lines, isIn] of cases) expect(day(todo(...lines)), lines.join(' ')).toBe(isIn);
  // The hour that there is twice, and the one that there is not.
  expect(
    range('20261025T003000Z', '20261025T013001Z')(todo('DUE;TZID=Europe/Berlin:20261025T023000')),
  ).toBe(true);
  expect(
    range('20260329T003000Z', '20260329T013001Z')(todo('DUE;TZID=Europe/Berlin:20260329T023000')),
  ).toBe(true);
});

test('RFC 4791 9.9: an all-day event lies on its days and no others', () => {
  const event = todo('DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261125').replaceAll(
    'VTODO',
    'VEVENT',
  );
  const on = (start: string, end: string) =>
    asked(`<C:time-range start="${start}" end="${end}"/>`, 'VEVENT')(event);
  expect(on('20261124T080000Z', '20261124T090000Z')).toBe(true);
  expect(on('20261124T230000Z', '20261125T230000Z')).toBe(false);
  expect(on('20261122T230000Z', '20261123T230000Z')).toBe(false);
});

test('RFC 4791 9.7.2, 9.7.5: properties by time, by text in each collation, and by what is not there', () => {
  const object = todo(
    'SUMMARY:Grüße\\, Welt',
    'COMPLETED:20261124T100000Z',
    'ATTENDEE;PARTSTAT=ACCEPTED:x',
  );
  const match = (text: string, attributes = '') =>
    asked(
      `<C:prop-filter name="SUMMARY"><C:text-match ${attributes}>${text}</C:text-match></C:prop-filter>`,
    )(object);
  expect(match('grusse')).toBe(true);
  expect([match('GRÜßE'), match('welt'), match(', W')]).toEqual([true, true, true]);
  expect(match('welt', 'collation="i;octet"')).toBe(false);
  expect(match('Welt', 'collation="i;octet"')).toBe(true);
  expect(match('welt', 'collation="i;ascii-casemap" negate-condition="yes"')).toBe(false);
  expect(match('mars', 'negate-condition="yes"')).toBe(true);
  expect(() => match('x', 'collation="i;klingon"')).toThrow('collation');
  const by = (name: string, inner: string) =>
    asked(`<C:prop-filter name="${name}">${inner}</C:prop-filter>`)(object);
  const time = '<C:time-range start="20261124T000000Z" end="20261125T000000Z"/>';
  expect([by('COMPLETED', time), by('DUE', time)]).toEqual([true, false]);
  expect(by('DUE', '<C:is-not-defined/>')).toBe(true);
  expect(by('COMPLETED', '<C:is-not-defined/>')).toBe(false);
  const param = (inner: string) =>
    by('ATTENDEE', `<C:param-filter name="PARTSTAT">${inner}</C:param-filter>`);
  expect([param(''), param('<C:text-match>accepted</C:text-match>')]).toEqual([true, true]);
  expect([param('<C:is-not-defined/>'), param('<C:text-match>declined</C:text-match>')]).toEqual([
    false,
    false,
  ]);
});

test('RFC 6352 10.5: all or any of what is asked', () => {
  const card =
    'BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\nFN:Ada\r\nEMAIL;TYPE=WORK:ada@example.org\r\nEND:VCARD\r\n';
  const book = (how: string, inner: string) =>
    cardFilter(parseBody(`<R:filter ${SPACES} test="${how}">${inner}</R:filter>`) ?? undefined)(
      card,
    );
  const has = (name: string, inner: string, how = 'anyof') =>
    `<R:prop-filter name="${name}" test="${how}">${inner}</R:prop-filter>`;
  const text = (value: string, type: string) =>
    `<R:text-match match-type="${type}">${value}</R:text-match>`;
  const ada = has('FN', text('ada', 'equals'));
  const bert = has('FN', text('bert', 'equals'));
  expect([book('anyof', ada + bert), book('allof', ada + bert)]).toEqual([true, false]);
  expect([book('allof', ada + has('EMAIL', '')), book('anyof', bert)]).toEqual([true, false]);
  const both = text('ada', 'starts-with') + text('.com', 'ends-with');
  expect([book('anyof', has('EMAIL', both)), book('anyof', has('EMAIL', both, 'allof'))]).toEqual([
    true,
    false,
  ]);
  expect(book('anyof', '')).toBe(true);
});
