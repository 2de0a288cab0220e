import { parseXml, XmlElement } from '@rgrove/parse-xml';

/** An element of an answer. `name` is `prefix:local`, with the prefixes that recordings use. */
export type Element = {
  name: string;
  attribute: string | undefined;
  children: Element[];
  text: string;
};

const PREFIXES: Record<string, string> = {
  'DAV:': 'D',
  'urn:ietf:params:xml:ns:caldav': 'C',
  'urn:ietf:params:xml:ns:carddav': 'R',
  'http://calendarserver.org/ns/': 'S',
  'http://apple.com/ns/ical/': 'A',
};

function elementOf(from: XmlElement, outer: ReadonlyMap<string, string>): Element {
  const spaces = new Map(outer);
  for (const [name, value] of Object.entries(from.attributes))
    if (name === 'xmlns' || name.startsWith('xmlns:')) spaces.set(name.slice(6), value);
  const [local = '', prefix = ''] = from.name.split(':').toReversed();
  const namespace = spaces.get(prefix) ?? '';
  return {
    name: `${PREFIXES[namespace] ?? namespace}:${local}`,
    attribute: from.attributes['name'],
    children: from.children
      .filter((child) => child instanceof XmlElement)
      .map((child) => elementOf(child, spaces)),
    text: from.text,
  };
}

/** The root of an answer. Throws for what is not well-formed. */
export function readAnswer(text: string): Element {
  const { root } = parseXml(text);
  if (!root) throw new Error('The answer is empty');
  return elementOf(root, new Map());
}
