import { parseXml, XmlCdata, XmlElement, XmlText } from '@rgrove/parse-xml';
import { badRequest } from '../errors.ts';

/** The namespaces that DAV uses, by the prefixes that answers have. */
export const NAMESPACES = {
  D: 'DAV:',
  C: 'urn:ietf:params:xml:ns:caldav',
  R: 'urn:ietf:params:xml:ns:carddav',
  S: 'http://calendarserver.org/ns/',
  A: 'http://apple.com/ns/ical/',
} as const;

/** An element of a request. `name` is `prefix:local` of `NAMESPACES`, else `{namespace}local`. */
export type Element = {
  name: string;
  namespace: string;
  local: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
};

const MAX_DEPTH = 20;
/** Namespaces that are known in one place. */
const MAX_NAMESPACES = 100;
const PREFIXES = new Map(
  Object.entries(NAMESPACES).map(([prefix, uri]) => [uri as string, prefix]),
);

function elementOf(from: XmlElement, outer: ReadonlyMap<string, string>, depth: number): Element {
  if (depth > MAX_DEPTH) throw badRequest('The XML is nested too deep', 'invalid_xml');
  const declared = Object.entries(from.attributes).filter(([name]) => /^xmlns(?::|$)/u.test(name));
  const spaces =
    declared.length === 0
      ? outer
      : new Map([...outer, ...declared.map(([name, value]) => [name.slice(6), value] as const)]);
  if (spaces.size > MAX_NAMESPACES)
    throw badRequest('The XML has too many namespaces', 'invalid_xml');
  const [local = '', prefix = ''] = from.name.split(':').toReversed();
  const namespace = spaces.get(prefix) ?? '';
  if (prefix !== '' && namespace === '')
    throw badRequest('A prefix has no namespace', 'invalid_xml');
  const known = PREFIXES.get(namespace);
  return {
    name: known === undefined ? `{${namespace}}${local}` : `${known}:${local}`,
    namespace,
    local,
    attributes: from.attributes,
    children: from.children
      .filter((child) => child instanceof XmlElement)
      .map((child) => elementOf(child, spaces, depth + 1)),
    text: from.children
      .filter((child) => child instanceof XmlText || child instanceof XmlCdata)
      .map(({ text }) => text)
      .join(''),
  };
}

/**
 * The root of a request's body; null where there is none. Without a document type, so that there are
 * no entities but XML's own, and bounded in depth. Throws 400.
 */
export function parseBody(body: string): Element | null {
  if (body.trim() === '') return null;
  if (/<!DOCTYPE/iu.test(body)) throw badRequest('A document type is not taken', 'invalid_xml');
  try {
    const { root } = parseXml(body.replace(/^\uFEFF/u, ''));
    return root && elementOf(root, new Map(), 0);
  } catch (error) {
    if (error instanceof Error && error.name === 'ServiceError') throw error;
    throw badRequest('The body is not well-formed XML', 'invalid_xml');
  }
}

export const childOf = (element: Element | null | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name);

/** A text as XML; what XML cannot hold is left out. */
export const escapeXml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- characters that no XML may hold
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // A carriage return would be read as a line feed.
    .replaceAll('\r', '&#13;');

/** An element with XML inside. */
export function tag(name: string, inner = ''): string {
  if (!name.startsWith('{')) return inner ? `<${name}>${inner}</${name}>` : `<${name}/>`;
  const [, namespace = '', local = ''] = /^\{([^}]*)\}([^]*)$/u.exec(name) ?? [];
  const open = `X:${local} xmlns:X="${escapeXml(namespace)}"`;
  return inner ? `<${open}>${inner}</X:${local}>` : `<${open}/>`;
}

export const href = (path: string): string => tag('D:href', escapeXml(path));

const SPACES = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** A whole answer, with the namespaces on its root. */
export const document = (root: string, inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root} ${SPACES}>${inner}</${root}>\n`;
