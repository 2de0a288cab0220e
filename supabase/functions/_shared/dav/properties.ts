import { COLLATIONS } from './filters.ts';
import type { Account, Item, List, Resource, State } from './resources.ts';
import { COLORS, etagOf, pathTo } from './resources.ts';
import { escapeXml, href, tag, type Element } from './xml.ts';

/** The value of each property that something has, as XML. */
export type Properties = Map<string, string>;

const MAX_SIZE = 1_000_000;

/** What a sync token says: whose history, how far, and where a part of a revision was left off. */
export type Token = { history: string; rev: number; after: string; lists: string };

const TOKEN = 'urn:almanac:sync:';

/** Which categories there are: tasks of none depend on it. */
export function fingerprint({ categories }: State): string {
  let sum = 0;
  for (const char of categories.map(({ uid }) => uid).join())
    sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

export function printToken({ history, rev, after, lists }: Token): string {
  return `${TOKEN}${history}:${rev}:${lists}:${encodeURIComponent(after)}`;
}

/** Null for what is no token of ours. */
export function parseToken(text: string): Token | null {
  const [, history = '', rev = '', lists = '', after = ''] =
    /^urn:almanac:sync:([\da-f-]{36}):(\d{1,15}):(\w*):([^\s:]*)$/u.exec(text.trim()) ?? [];
  if (history === '') return null;
  try {
    return { history, rev: Number(rev), lists, after: decodeURIComponent(after) };
  } catch {
    return null;
  }
}

export const tokenOf = (state: State): Token => ({
  history: state.history,
  rev: state.rev,
  after: '',
  lists: fingerprint(state),
});

const privileges = (...names: string[]) =>
  names.map((name) => tag('D:privilege', tag(name))).join('');
const reports = (...names: string[]) =>
  names.map((name) => tag('D:supported-report', tag('D:report', tag(name)))).join('');

function shared(account: Account): Properties {
  const principal = href(pathTo(account, { type: 'principal' }));
  return new Map([
    ['D:current-user-principal', principal],
    ['D:owner', principal],
  ]);
}

/** What a collection, or who owns it, is. */
export function propertiesOf(
  account: Account,
  state: State,
  resource: Exclude<Resource, { type: 'object' }>,
  list?: List,
): Properties {
  const found = shared(account);
  const set = (name: string, value: string) => found.set(name, value);
  if (resource.type === 'list' && list) return withList(found, state, list);
  set('D:current-user-privilege-set', privileges('D:read', 'D:bind', 'D:unbind'));
  if (resource.type === 'principal') {
    set('D:resourcetype', tag('D:principal'));
    set('D:displayname', escapeXml(account.username));
    set('D:principal-URL', href(pathTo(account, { type: 'principal' })));
    set('C:calendar-user-address-set', href(pathTo(account, { type: 'principal' })));
  } else {
    set('D:resourcetype', tag('D:collection'));
    set('D:displayname', 'Almanac');
  }
  set('C:calendar-home-set', href(pathTo(account, { type: 'calendars' })));
  set('R:addressbook-home-set', href(pathTo(account, { type: 'addressbooks' })));
  return found;
}

function withList(found: Properties, state: State, { list, name, color, order, isReadOnly }: List) {
  const set = (property: string, value: string) => found.set(property, value);
  const token = escapeXml(printToken(tokenOf(state)));
  set('D:displayname', escapeXml(name));
  set('D:sync-token', token);
  set('S:getctag', token);
  set(
    'D:current-user-privilege-set',
    isReadOnly
      ? privileges('D:read')
      : privileges(
          'D:read',
          'D:write',
          'D:write-content',
          'D:write-properties',
          'D:bind',
          'D:unbind',
        ),
  );
  if (list === 'contacts') {
    set('D:resourcetype', tag('D:collection') + tag('R:addressbook'));
    set('R:max-resource-size', String(MAX_SIZE));
    set(
      'R:supported-collation-set',
      COLLATIONS.map((one) => tag('R:supported-collation', one)).join(''),
    );
    set(
      'R:supported-address-data',
      ['3.0', '4.0']
        .map((version) => `<R:address-data-type content-type="text/vcard" version="${version}"/>`)
        .join(''),
    );
    set(
      'D:supported-report-set',
      reports('D:sync-collection', 'R:addressbook-multiget', 'R:addressbook-query'),
    );
    return found;
  }
  set('D:resourcetype', tag('D:collection') + tag('C:calendar'));
  set(
    'C:supported-collation-set',
    COLLATIONS.map((one) => tag('C:supported-collation', one)).join(''),
  );
  set('C:max-resource-size', String(MAX_SIZE));
  set(
    'C:supported-calendar-component-set',
    `<C:comp name="${list === 'due' ? 'VEVENT' : 'VTODO'}"/>`,
  );
  set('C:supported-calendar-data', '<C:calendar-data content-type="text/calendar" version="2.0"/>');
  set(
    'D:supported-report-set',
    reports('D:sync-collection', 'C:calendar-multiget', 'C:calendar-query'),
  );
  if (color) set('A:calendar-color', `${COLORS[color]}ff`);
  if (order !== null) set('A:calendar-order', String(order));
  return found;
}

/** What an object is; with its text where that was read. */
export function objectProperties(
  account: Account,
  list: string,
  item: { rev: number } | Item,
): Properties {
  const found = shared(account);
  const isCard = list === 'contacts';
  found.set('D:resourcetype', '');
  found.set('D:getetag', escapeXml('etag' in item ? item.etag : etagOf(item.rev)));
  const component = list === 'due' ? 'VEVENT' : 'VTODO';
  found.set(
    'D:getcontenttype',
    isCard ? 'text/vcard; charset=utf-8' : `text/calendar; charset=utf-8; component=${component}`,
  );
  if ('text' in item) {
    found.set('D:getcontentlength', String(new TextEncoder().encode(item.text).length));
    found.set(isCard ? 'R:address-data' : 'C:calendar-data', escapeXml(item.text));
  }
  return found;
}

/** What is asked for: names, or all of what is usual; and whether to say what is not there. */
export type Wanted = { names: readonly string[] | null; isNamesOnly: boolean; isMinimal: boolean };

/** Whether a program wants to get nothing but what there is (RFC 8144; Apple's own header). */
export const wantsMinimal = ({ headers }: Request): boolean =>
  /(?:^|[,;\s])return[=-]minimal(?:$|[,;\s])/iu.test(headers.get('prefer') ?? '') ||
  headers.get('brief')?.trim().toLowerCase() === 't';

export function wantedOf(body: Element | null, request: Request): Wanted {
  const prop = body?.children.find(({ name }) => name === 'D:prop');
  const isMinimal = wantsMinimal(request);
  if (prop) return { names: prop.children.map(({ name }) => name), isNamesOnly: false, isMinimal };
  const isNamesOnly = body?.children.some(({ name }) => name === 'D:propname') ?? false;
  return { names: null, isNamesOnly, isMinimal };
}

const DATA = new Set(['C:calendar-data', 'R:address-data']);

const propstat = (status: string, inner: string) =>
  tag('D:propstat', tag('D:prop', inner) + tag('D:status', `HTTP/1.1 ${status}`));

/** A response with what is there, and 404 for what was asked for and is not. */
export function response(path: string, properties: Properties, wanted: Wanted): string {
  const names = wanted.names ?? [...properties.keys()].filter((name) => !DATA.has(name));
  const there = names.filter((name) => properties.has(name));
  const missing = wanted.isMinimal ? [] : names.filter((name) => !properties.has(name));
  return tag(
    'D:response',
    href(path) +
      (there.length > 0 || missing.length === 0
        ? propstat(
            '200 OK',
            there
              .map((name) => tag(name, wanted.isNamesOnly ? '' : (properties.get(name) ?? '')))
              .join(''),
          )
        : '') +
      (missing.length > 0
        ? propstat('404 Not Found', missing.map((name) => tag(name)).join(''))
        : ''),
  );
}

/** A response for something of which there is only a status. */
export const statusResponse = (path: string, status: string): string =>
  tag('D:response', href(path) + tag('D:status', `HTTP/1.1 ${status}`));
