import { gunzipSync, unzipSync } from 'fflate';
import type { Source } from '../types.ts';
import { extensionOf, safePath } from './text.ts';

/** A reason why a file cannot be read, as a person reads it. */
export class Unreadable extends Error {}

/** In bytes. What is larger would take longer, and more memory, than a page may. */
export const MAX_FILE = 100_000_000;
const MAX_UNPACKED = 150_000_000;
const MAX_ENTRY = 50_000_000;
const MAX_ENTRIES = 50_000;

const TEXTS = new Set(
  'md markdown txt text html htm csv json ics vcf enex yaml yml jex zip'.split(' '),
);

/** Files that a reader may want; pictures and other attachments are counted, not unpacked. */
const isWanted = (name: string) =>
  TEXTS.has(extensionOf(name)) || !/\.[a-z0-9]+$/iu.test(name.split('/').at(-1) ?? '');

const isHidden = (path: readonly string[]) =>
  path.some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db');

export type Unpacked = { files: Source[]; leftOut: number };

/** Counts what is unpacked before anything is, from the sizes that the archive gives. */
class Budget {
  private bytes = 0;
  private entries = 0;
  leftOut = 0;

  takes(name: string, size: number, packed: number): boolean {
    this.entries += 1;
    if (this.entries > MAX_ENTRIES)
      throw new Unreadable('This archive holds more than 50,000 files.');
    const path = safePath(name);
    if (path.length === 0 || isHidden(path) || name.endsWith('/')) return false;
    if (!isWanted(name)) {
      this.leftOut += 1;
      return false;
    }
    // Deflate cannot make a file more than 1,032 times smaller, so such a size is not true.
    if (size > MAX_ENTRY || size > packed * 1100 + 1000)
      throw new Unreadable(`“${path.join('/')}” in this archive is too large to be read.`);
    this.bytes += size;
    if (this.bytes > MAX_UNPACKED)
      throw new Unreadable('This archive is too large when unpacked: 150 MB are the most.');
    return true;
  }
}

export function unzip(bytes: Uint8Array): Unpacked {
  const budget = new Budget();
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => budget.takes(name, originalSize, size),
    });
    const named = Object.entries(files).map(([name, content]) => ({
      name: safePath(name).join('/'),
      bytes: content,
    }));
    return { files: named, leftOut: budget.leftOut };
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('This archive is damaged or cut off.', { cause: error });
  }
}

export function gunzip(bytes: Uint8Array): Uint8Array {
  // The size before packing stands in the last four bytes; a wrong one is no room for more.
  const size =
    bytes.length < 18
      ? 0
      : new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  if (size > MAX_ENTRY)
    throw new Unreadable('This file is too large when unpacked: 50 MB are the most.');
  try {
    return gunzipSync(bytes, { out: new Uint8Array(size) });
  } catch (error) {
    throw new Unreadable('This archive is damaged or cut off.', { cause: error });
  }
}

const ascii = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/\0.*$/su, '');

/** The name in an extended header (POSIX pax): lines of `LENGTH KEY=VALUE`. */
const paxPath = (bytes: Uint8Array) =>
  /^\d+ path=(.*)$/mu.exec(new TextDecoder().decode(bytes))?.[1];

export const isTar = (bytes: Uint8Array) =>
  bytes.length >= 512 && ascii(bytes.subarray(257, 262)) === 'ustar';

/** The files of a tar archive (POSIX ustar, pax and GNU names). */
export function untar(bytes: Uint8Array): Unpacked {
  const budget = new Budget();
  const files: Source[] = [];
  let longName: string | undefined;
  for (let at = 0; at + 512 <= bytes.length;) {
    const header = bytes.subarray(at, at + 512);
    if (header.every((byte) => byte === 0)) break;
    const octal = ascii(header.subarray(124, 136)).trim();
    if (!/^[0-7]+$/u.test(octal)) throw new Unreadable('This archive is damaged or cut off.');
    const size = Number.parseInt(octal, 8);
    const content = bytes.subarray(at + 512, at + 512 + size);
    if (content.length < size) throw new Unreadable('This archive is damaged or cut off.');
    at += 512 + Math.ceil(size / 512) * 512;
    const type = ascii(header.subarray(156, 157)) || '0';
    if (type === 'x') longName = paxPath(content) ?? longName;
    else if (type === 'L') longName = ascii(content);
    else {
      const prefix = ascii(header.subarray(345, 500));
      const name = longName ?? `${prefix ? `${prefix}/` : ''}${ascii(header.subarray(0, 100))}`;
      longName = undefined;
      if ((type === '0' || type === '7') && budget.takes(name, size, size))
        files.push({ name: safePath(name).join('/'), bytes: content });
    }
  }
  return { files, leftOut: budget.leftOut };
}

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte);
export const isZip = (bytes: Uint8Array) =>
  startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);
export const isGzip = (bytes: Uint8Array) => startsWith(bytes, 0x1f, 0x8b);
