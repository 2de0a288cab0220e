import { foldLine } from '../import-export/content-lines.ts';

/** A line of iCalendar or vCard, as it stood: printing a tree that nobody has changed gives the same bytes. */
export type Property = {
  /** As it was written, folded, with its line ends. */
  raw: string;
  /** In capitals, without a group (`item1.`). */
  name: string;
  group: string;
  /** What stands between the name and the colon, with its semicolon. */
  params: string;
  /** Unfolded, and still escaped. */
  value: string;
};

/** What stands between BEGIN and END, these lines included. */
export type Component = {
  name: string;
  begin: string;
  end: string;
  children: (Property | Component)[];
};

/** A text that is no iCalendar and no vCard. */
export class Malformed extends Error {
  override name = 'Malformed';
}

const MAX_LINES = 20_000;
const MAX_DEPTH = 10;
/** Letters of all parameters of a line. */
const MAX_PARAMS = 10_000;

export const isComponent = (node: Property | Component): node is Component => 'children' in node;

function propertyOf(raw: string): Property {
  const line = raw.replaceAll(/\r?\n[ \t]/gu, '').replace(/\r?\n$/u, '');
  // Up to the first colon that stands in no quotes.
  const [, head = '', value = ''] = /^((?:"[^"]*"|[^":])*):([^]*)$/u.exec(line) ?? [];
  const [, group = '', name = '', params = ''] =
    /^(?:([\w-]+)\.)?([\w-]+)((?:;[^]*)?)$/u.exec(head) ?? [];
  if (name === '') throw new Malformed('A line is no property');
  if (params.length > MAX_PARAMS) throw new Malformed('A line has too many parameters');
  return { raw, name: name.toUpperCase(), group, params, value };
}

/**
 * The components of a text, one after the other, as vCards may stand. Bounded in lines and in depth.
 * @throws Malformed
 */
export function parseComponents(text: string): Component[] {
  const lines = text.match(/[^\n]*\n(?:[ \t][^\n]*\n?)*|[^\n]+$/gu) ?? [];
  if (lines.length > MAX_LINES) throw new Malformed('There are too many lines');
  const found: Component[] = [];
  const open: Component[] = [];
  for (const raw of lines) {
    const inner = open.at(-1);
    if (raw.trim() === '') {
      // An empty line belongs to nothing, and goes where the line before it goes.
      const last = inner?.children.at(-1);
      if (last && !isComponent(last)) last.raw += raw;
      else if (inner && !last) inner.begin += raw;
      continue;
    }
    const property = propertyOf(raw);
    if (property.name === 'BEGIN') {
      if (open.length >= MAX_DEPTH) throw new Malformed('It is nested too deep');
      const component = {
        name: property.value.trim().toUpperCase(),
        begin: raw,
        end: '',
        children: [],
      };
      (inner?.children ?? found).push(component);
      open.push(component);
    } else if (property.name === 'END') {
      if (inner?.name !== property.value.trim().toUpperCase())
        throw new Malformed('It ends what did not begin');
      inner.end = raw;
      open.pop();
    } else if (inner) {
      inner.children.push(property);
    } else {
      throw new Malformed('A line stands outside of everything');
    }
  }
  if (open.length > 0) throw new Malformed('It is cut off');
  return found;
}

/** The text of a component: as it was, but for lines that were set. */
export function print({ begin, children, end }: Component): string {
  return (
    begin + children.map((child) => (isComponent(child) ? print(child) : child.raw)).join('') + end
  );
}

/** What a value says. */
export const unescapeText = (value: string): string =>
  value.replaceAll(/\\([^])/gu, (_whole, char: string) =>
    char === 'n' || char === 'N' ? '\n' : char,
  );

/** The parts of a structured value, such as a name or an address, unescaped. */
export const partsOf = (value: string): string[] =>
  (value.match(/(?:\\[^]|[^;\\])*(?:;|$)/gu) ?? []).map((part) =>
    unescapeText(part.replace(/;$/u, '')).trim(),
  );

export const propertiesOf = (component: Component, name: string): Property[] =>
  component.children.filter(
    (child): child is Property => !isComponent(child) && child.name === name,
  );

export const firstOf = (component: Component, name: string): Property | undefined =>
  propertiesOf(component, name)[0];

/** The values of a parameter, in capitals. */
export function paramOf({ params }: Property, name: string): string[] {
  const found = params.matchAll(/;([\w-]+)(?:=((?:"[^"]*"|[^";])*))?/gu);
  return [...found].flatMap(([, key = '', value = '']) => {
    // vCard 2.1 and some writers of 3.0 name types without TYPE=.
    if (value === '' && name === 'TYPE') return [key.toUpperCase()];
    return key.toUpperCase() === name ? value.toUpperCase().replaceAll('"', '').split(',') : [];
  });
}

/** Without the address of the same text as HTML: Thunderbird would show that, and not the new value. */
const withoutAltrep = (params: string) => params.replaceAll(/;ALTREP=(?:"[^"]*"|[^;]*)/giu, '');

/**
 * Gives a property another value, or adds it at the end of what is no component, or takes it away
 * (null). `params` only where it is new or has to be others.
 */
export function setProperty(
  component: Component,
  name: string,
  value: string | null,
  { at, params }: { at?: Property | undefined; params?: string } = {},
): void {
  const there = at ?? firstOf(component, name);
  const { children } = component;
  if (value === null) {
    if (there) children.splice(children.indexOf(there), 1);
    return;
  }
  const group = there?.group ? `${there.group}.` : '';
  const head = `${group}${name}${params ?? withoutAltrep(there?.params ?? '')}`;
  const made = propertyOf(foldLine(`${head}:${value}`));
  if (there) {
    children.splice(children.indexOf(there), 1, made);
    return;
  }
  const inner = children.findIndex(isComponent);
  children.splice(inner === -1 ? children.length : inner, 0, made);
}
