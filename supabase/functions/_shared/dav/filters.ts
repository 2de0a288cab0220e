import { folded } from '../domain/contact.ts';
import {
  firstOf,
  isComponent,
  paramOf,
  parseComponents,
  propertiesOf,
  unescapeText,
  type Component,
  type Property,
} from './lines.ts';
import { childOf, type Element } from './xml.ts';

/** Whether an object is one that a query asks for. */
export type Filter = (text: string) => boolean;

const isNotDefined = (element: Element, prefix: string) =>
  childOf(element, `${prefix}:is-not-defined`) !== undefined;

function textMatch(element: Element): (value: string) => boolean {
  const { attributes, text } = element;
  const wanted = folded(text);
  const negated = attributes['negate-condition'] === 'yes';
  const type = attributes['match-type'] ?? 'contains';
  return (value) => {
    const given = folded(value);
    const matches =
      type === 'equals'
        ? given === wanted
        : type === 'starts-with'
          ? given.startsWith(wanted)
          : type === 'ends-with'
            ? given.endsWith(wanted)
            : given.includes(wanted);
    return matches !== negated;
  };
}

function propFilter(element: Element, prefix: string): (component: Component) => boolean {
  const name = (element.attributes['name'] ?? '').toUpperCase();
  const isAll = element.attributes['test'] === 'allof' || prefix === 'C';
  const conditions = element.children.flatMap((child): ((one: Property) => boolean)[] => {
    if (child.name === `${prefix}:text-match`) {
      const matches = textMatch(child);
      return [({ value }) => matches(unescapeText(value))];
    }
    if (child.name !== `${prefix}:param-filter`) return [];
    const param = (child.attributes['name'] ?? '').toUpperCase();
    const inner = childOf(child, `${prefix}:text-match`);
    const matches = inner && textMatch(inner);
    const absent = isNotDefined(child, prefix);
    return [
      (one) => {
        const values = paramOf(one, param);
        return absent ? values.length === 0 : values.some((value) => matches?.(value) ?? true);
      },
    ];
  });
  return (component) => {
    const found = propertiesOf(component, name);
    if (isNotDefined(element, prefix)) return found.length === 0;
    if (conditions.length === 0) return found.length > 0;
    return found.some((one) =>
      isAll ? conditions.every((holds) => holds(one)) : conditions.some((holds) => holds(one)),
    );
  };
}

/** Of an address book: RFC 6352, 10.5. */
export function cardFilter(filter: Element | undefined): Filter {
  const tests = (filter?.children ?? [])
    .filter(({ name }) => name === 'R:prop-filter')
    .map((element) => propFilter(element, 'R'));
  const isAll = filter?.attributes['test'] === 'allof';
  return (text) => {
    const [card] = parseComponents(text);
    if (!card || tests.length === 0) return card !== undefined;
    return isAll ? tests.every((holds) => holds(card)) : tests.some((holds) => holds(card));
  };
}

/** `20261123T000000Z` as milliseconds; a date is its midnight in UTC. */
function timeOf(text: string | undefined): number | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/u.exec(text?.trim() ?? '') ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Whether something lies in a time: a day counts from the first midnight anywhere on Earth to the
 * last. One that repeats counts from its day on, one without a day always (RFC 4791, 9.9).
 */
function inRange(component: Component, range: Element): boolean {
  const start = timeOf(range.attributes['start']) ?? -Infinity;
  const end = timeOf(range.attributes['end']) ?? Infinity;
  const begins = timeOf((firstOf(component, 'DTSTART') ?? firstOf(component, 'DUE'))?.value);
  const ends = timeOf((firstOf(component, 'DUE') ?? firstOf(component, 'DTEND'))?.value) ?? begins;
  if (begins === null || ends === null) return true;
  const isRepeating = firstOf(component, 'RRULE') !== undefined;
  return begins - DAY < end && (isRepeating || ends + 2 * DAY > start);
}

function compFilter(element: Element): (component: Component) => boolean {
  const ranges = element.children.filter(({ name }) => name === 'C:time-range');
  const props = element.children
    .filter(({ name }) => name === 'C:prop-filter')
    .map((child) => propFilter(child, 'C'));
  const inner = element.children.filter(({ name }) => name === 'C:comp-filter');
  return (component) =>
    ranges.every((range) => inRange(component, range)) &&
    props.every((holds) => holds(component)) &&
    inner.every((child) => {
      const name = (child.attributes['name'] ?? '').toUpperCase();
      const found = component.children.filter(isComponent).filter((one) => one.name === name);
      if (isNotDefined(child, 'C')) return found.length === 0;
      return found.some(compFilter(child));
    });
}

/** Of a calendar: RFC 4791, 9.7. */
export function calendarFilter(filter: Element | undefined): Filter {
  const outer = childOf(filter, 'C:comp-filter');
  if (!outer) return () => true;
  const holds = compFilter(outer);
  const name = (outer.attributes['name'] ?? '').toUpperCase();
  return (text) => {
    const [calendar] = parseComponents(text);
    return calendar !== undefined && calendar.name === name && holds(calendar);
  };
}
