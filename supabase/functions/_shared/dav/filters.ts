import { folded } from '../domain/contact.ts';
import { Precondition } from './call.ts';
import { instantOf, zoneOf } from './days.ts';
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

/** How texts are compared (RFC 4790). The last two leave out accents as well, as searches here do. */
export const COLLATIONS = ['i;octet', 'i;ascii-casemap', 'i;unicode-casemap'] as const;

function textMatch(element: Element, prefix: string): (value: string) => boolean {
  const { attributes, text } = element;
  const collation = attributes['collation'] ?? 'default';
  if (collation !== 'default' && !COLLATIONS.some((one) => one === collation))
    throw new Precondition(
      403,
      `${prefix}:supported-collation`,
      'This collation is not known here',
    );
  const form = collation === 'i;octet' ? (value: string) => value : folded;
  const wanted = form(text);
  const negated = attributes['negate-condition'] === 'yes';
  const type = attributes['match-type'] ?? 'contains';
  return (value) => {
    const given = form(value);
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

function propFilter(
  element: Element,
  prefix: string,
  zone: string,
): (component: Component) => boolean {
  const ranges = rangesOf(element);
  const name = (element.attributes['name'] ?? '').toUpperCase();
  const isAll = element.attributes['test'] === 'allof' || prefix === 'C';
  const within = ranges.map(({ start, end }) => (one: Property) => {
    const time = timeOf(one, zoneOf(one, zone));
    return time !== undefined && start <= time.from && time.from < end;
  });
  const conditions = element.children.flatMap((child): ((one: Property) => boolean)[] => {
    if (child.name === `${prefix}:text-match`) {
      const matches = textMatch(child, prefix);
      return [({ value }) => matches(unescapeText(value))];
    }
    if (child.name !== `${prefix}:param-filter`) return [];
    const param = (child.attributes['name'] ?? '').toUpperCase();
    const inner = childOf(child, `${prefix}:text-match`);
    const matches = inner && textMatch(inner, prefix);
    const absent = isNotDefined(child, prefix);
    return [
      (one) => {
        const values = paramOf(one, param);
        return absent ? values.length === 0 : values.some((value) => matches?.(value) ?? true);
      },
    ];
  });
  conditions.push(...within);
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
    .map((element) => propFilter(element, 'R', 'UTC'));
  const isAll = filter?.attributes['test'] === 'allof';
  return (text) => {
    const [card] = parseComponents(text);
    if (!card || tests.length === 0) return card !== undefined;
    return isAll ? tests.every((holds) => holds(card)) : tests.some((holds) => holds(card));
  };
}

const rangesOf = (element: Element): Range[] =>
  element.children.filter(({ name }) => name === 'C:time-range').map(rangeOf);

/** From when to when: the ends of a time-range (RFC 4791, 9.9). */
type Range = { start: number; end: number };

function rangeOf({ attributes }: Element): Range {
  const momentOf = (text: string | undefined) =>
    text === undefined ? undefined : (timeOf({ value: text }, 'UTC')?.from ?? Number.NaN);
  return {
    start: momentOf(attributes['start']) ?? -Infinity,
    end: momentOf(attributes['end']) ?? Infinity,
  };
}

/** What a property says as milliseconds; a day lasts until the next one. */
function timeOf(property: Pick<Property, 'value'> | undefined, zone: string) {
  const from = property && instantOf(property.value, zone);
  if (from === undefined || from === null) return undefined;
  return { from, to: from + (property?.value.includes('T') ? 0 : DAY) };
}

const DAY = 24 * 60 * 60 * 1000;

/** Whether something lies in a time (RFC 4791, 9.9). What repeats counts from its day on. */
function inRange(component: Component, { start, end }: Range, zone: string): boolean {
  const time = (name: string) => {
    const property = firstOf(component, name);
    return timeOf(property, zoneOf(property, zone));
  };
  const begins = time('DTSTART');
  const due = time(component.name === 'VTODO' ? 'DUE' : 'DTEND');
  const from = begins?.from ?? due?.from;
  // The end of an event that lasts days is the day after them.
  const to = component.name === 'VTODO' ? (due?.to ?? begins?.to) : (due?.from ?? begins?.to);
  if (from !== undefined && to !== undefined) {
    if (firstOf(component, 'RRULE')) return from < end;
    // What takes no time lies where it begins.
    return from === to ? start <= from && from < end : start < to && from < end;
  }
  const created = time('CREATED')?.from;
  const completed = time('COMPLETED')?.from;
  const known = [created, completed].filter((one) => one !== undefined);
  if (known.length === 0) return true;
  if (completed === undefined) return known.every((one) => end > one);
  return known.some((one) => start <= one) && known.some((one) => end >= one);
}

function compFilter(element: Element, zone: string): (component: Component) => boolean {
  const ranges = rangesOf(element);
  const props = element.children
    .filter(({ name }) => name === 'C:prop-filter')
    .map((child) => propFilter(child, 'C', zone));
  const inner = element.children.filter(({ name }) => name === 'C:comp-filter');
  return (component) =>
    ranges.every((range) => inRange(component, range, zone)) &&
    props.every((holds) => holds(component)) &&
    inner.every((child) => {
      const name = (child.attributes['name'] ?? '').toUpperCase();
      const found = component.children.filter(isComponent).filter((one) => one.name === name);
      if (isNotDefined(child, 'C')) return found.length === 0;
      return found.some(compFilter(child, zone));
    });
}

/** Of a calendar: RFC 4791, 9.7. Times without a zone are those of `zone`. */
export function calendarFilter(filter: Element | undefined, zone: string): Filter {
  const outer = childOf(filter, 'C:comp-filter');
  if (!outer) return () => true;
  const holds = compFilter(outer, zone);
  const name = (outer.attributes['name'] ?? '').toUpperCase();
  return (text) => {
    const [calendar] = parseComponents(text);
    return calendar !== undefined && calendar.name === name && holds(calendar);
  };
}
