import { diff3Merge } from 'node-diff3';

/**
 * Merges two versions of a note's text that were written over the same one, paragraph by paragraph.
 * @returns the text with both changes, or null where both changed the same paragraph in different ways
 */
export function mergeText(mine: string, base: string, theirs: string): string | null {
  const merged: string[] = [];
  for (const part of diff3Merge(mine.split('\n'), base.split('\n'), theirs.split('\n'))) {
    if (!part.ok) return null;
    merged.push(...part.ok);
  }
  return merged.join('\n');
}
