import { sha1 } from '@noble/hashes/legacy.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

function format(bytes: Uint8Array, version: number): string {
  const marked = Uint8Array.from(bytes.subarray(0, 16));
  marked[6] = ((marked[6] ?? 0) & 0x0f) | (version << 4);
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * A random uid (RFC 9562, version 4) for a new row. Not by `crypto.randomUUID`: browsers have it in
 * secure contexts only, and at home the page may come by plain http.
 */
export function newUid(): string {
  return format(crypto.getRandomValues(new Uint8Array(16)), 4);
}

/** The uid of a name within another uid (RFC 9562, version 5): whoever computes it gets the same. */
export function uidOfName(namespace: string, name: string): string {
  const space = namespace.replaceAll('-', '').match(/../g) ?? [];
  const bytes = Uint8Array.from(space, (pair) => Number.parseInt(pair, 16));
  return format(sha1(Uint8Array.from([...bytes, ...utf8ToBytes(name)])), 5);
}

/**
 * The uid of the next occurrence of a repeating task, by which two devices that complete the task
 * offline make one successor. The database has the same rule (`private.next_occurrence_uid`).
 */
export function nextOccurrenceUid(predecessor: string): string {
  return uidOfName(predecessor, 'next occurrence');
}
