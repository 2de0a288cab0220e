import { TASK_LIMITS } from './task.ts';

/** What another app hands over (`share_target` of the manifest), as a title and a text. */
export type Shared = { title: string; text: string };

const cut = (text: string, limit: number) => [...text].slice(0, limit).join('');

/**
 * The title is the one that came, else the first line of the text, else the link; nothing is said
 * twice. Most apps put the link into the text.
 */
export function readShared(query: URLSearchParams): Shared {
  const [given, text, url] = ['title', 'text', 'url'].map((name) => query.get(name)?.trim() ?? '');
  const lines = [text, text?.includes(url ?? '') ? '' : url].filter(Boolean).join('\n').split('\n');
  const first = given || (lines.find((line) => line.trim() !== '') ?? '').trim();
  const title = cut(first, TASK_LIMITS.title);
  const begun = lines.findIndex((line) => line.trim() !== '');
  const isSaid = title === lines[begun]?.trim();
  const rest = isSaid ? lines.slice(begun + 1) : lines;
  return { title, text: cut(rest.join('\n').trim(), TASK_LIMITS.description) };
}
