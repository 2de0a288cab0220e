/** What PostgreSQL and browsers cannot store, and the three ways to end a line, made one. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').replaceAll(/\r\n?/gu, '\n');
}

/** Whether a text has more characters (Unicode code points) than that. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && [...text].length > limit);
}

export function cut(text: string, limit: number): string {
  if (!isLonger(text, limit)) return text;
  // A character is at most two units of UTF-16.
  const begin = text.slice(0, 2 * limit);
  return [...begin].slice(0, limit).join('');
}

const hasBom = (bytes: Uint8Array, ...bom: number[]) => bom.every((byte, at) => bytes[at] === byte);

/** UTF-16 without a mark: every second byte of Latin text is zero. */
function utf16Of(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 400);
  let [even, odd] = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const many = sample.length * 0.3;
  if (odd > many && even < many / 10) return 'utf-16le';
  return even > many && odd < many / 10 ? 'utf-16be' : null;
}

/**
 * The text of a file, whatever program wrote it: UTF-8 with and without a byte order mark, UTF-16,
 * else Windows-1252 (which holds Latin-1). `isGuessed` where the encoding was none that says so.
 */
export function decode(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  const as = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  if (hasBom(bytes, 0xff, 0xfe)) return { text: as('utf-16le'), isGuessed: false };
  if (hasBom(bytes, 0xfe, 0xff)) return { text: as('utf-16be'), isGuessed: false };
  const wide = utf16Of(bytes);
  if (wide) return { text: as(wide), isGuessed: true };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: as('windows-1252'), isGuessed: true };
  }
}

/** Bytes that are no text: zero bytes that no UTF-16 explains. */
export function isBinary(bytes: Uint8Array): boolean {
  if (hasBom(bytes, 0xff, 0xfe) || hasBom(bytes, 0xfe, 0xff)) return false;
  return bytes.subarray(0, 8000).includes(0) && utf16Of(bytes) === null;
}

/** The parts of a path, without what could lead out of it. */
export function safePath(name: string): string[] {
  return name
    .split(/[/\\]+/u)
    .map((part) => clean(part).trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
}

export const extensionOf = (name: string) =>
  /\.([a-z0-9]{1,8})$/iu.exec(name)?.[1]?.toLowerCase() ?? '';

export const withoutExtension = (name: string) => name.replace(/\.[a-z0-9]{1,8}$/iu, '');
