/** A line of vCard or iCalendar (RFC 6350, RFC 5545): `group.NAME;PARAM=a,b:value`. */
export type ContentLine = {
  /** From 1, in the file. */
  line: number;
  group: string;
  name: string;
  params: ReadonlyMap<string, readonly string[]>;
  value: string;
};

/** Quoted-printable (RFC 2045) in the charset that the line names. */
function fromQuotedPrintable(text: string, charset: string): string {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const hex =
      text[at] === '=' ? /^[0-9a-f]{2}/iu.exec(text.slice(at + 1, at + 3))?.[0] : undefined;
    if (hex) {
      bytes[length] = Number.parseInt(hex, 16);
      length += 1;
      at += 2;
    } else length += new TextEncoder().encodeInto(text[at] ?? '', bytes.subarray(length)).written;
  }
  const content = bytes.subarray(0, length);
  try {
    return new TextDecoder(charset, { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** Splits where no quotes are open. */
function splitUnquoted(text: string, separator: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function paramsOf(parts: readonly string[]): Map<string, string[]> {
  const params = new Map<string, string[]>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    // vCard 2.1 has bare types: `TEL;HOME;VOICE:`.
    const isEncoding = /^(?:quoted-printable|base64|b)$/iu.test(part);
    const name =
      equals === -1 ? (isEncoding ? 'ENCODING' : 'TYPE') : part.slice(0, equals).toUpperCase();
    const values = splitUnquoted(part.slice(equals + 1), ',')
      .flatMap((value) => value.replaceAll('"', '').split(','))
      .map((value) => value.trim());
    const known = params.get(name);
    if (known) known.push(...values);
    else params.set(name, values);
  }
  return params;
}

function parse(text: string, line: number): ContentLine | null {
  const colon = splitUnquoted(text, ':')[0]?.length ?? text.length;
  if (colon === text.length) return null;
  const [head = '', ...rest] = splitUnquoted(text.slice(0, colon), ';');
  const dot = head.lastIndexOf('.');
  const name = head
    .slice(dot + 1)
    .trim()
    .toUpperCase();
  if (!/^[A-Z0-9-]+$/u.test(name)) return null;
  const params = paramsOf(rest);
  const isEncoded = params
    .get('ENCODING')
    ?.some((encoding) => /^quoted-printable$/iu.test(encoding));
  const value = text.slice(colon + 1);
  return {
    line,
    group: head.slice(0, Math.max(dot, 0)).toLowerCase(),
    name,
    params,
    value: isEncoded ? fromQuotedPrintable(value, params.get('CHARSET')?.[0] ?? 'utf-8') : value,
  };
}

/** The lines of a file, unfolded; `lost` are those that are none, by their number. */
export function contentLines(text: string): { lines: ContentLine[]; lost: number[] } {
  const lines: ContentLine[] = [];
  const lost: number[] = [];
  const source = text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u);
  for (let at = 0; at < source.length; at += 1) {
    const line = at + 1;
    const parts = [source[at] ?? ''];
    if ((parts[0] ?? '').trim() === '') continue;
    const isSoft = /;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/iu.test(parts[0] ?? '');
    for (; at + 1 < source.length; at += 1) {
      const next = source[at + 1] ?? '';
      if (isSoft && parts.at(-1)?.endsWith('='))
        parts[parts.length - 1] = parts.at(-1)?.slice(0, -1) ?? '';
      else if (!/^[ \t]/u.test(next)) break;
      parts.push(isSoft ? next : next.slice(1));
    }
    const parsed = parse(parts.join(''), line);
    if (parsed) lines.push(parsed);
    else lost.push(line);
  }
  return { lines, lost };
}

export const unescapeText = (value: string) =>
  value.replaceAll(/\\([nN,;:\\])/gu, (_all, char: string) =>
    char.toLowerCase() === 'n' ? '\n' : char,
  );

/** The parts of a structured value, each with its escapes read. */
export function splitValue(value: string, separator: ';' | ','): string[] {
  const parts = [''];
  for (let at = 0; at < value.length; at += 1) {
    const char = value.charAt(at);
    if (char === '\\') {
      parts[parts.length - 1] += char + value.charAt(at + 1);
      at += 1;
    } else if (char === separator) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map(unescapeText);
}
