import { parse } from 'yaml';
import { isObject, type Json } from '../files/json.ts';
import { storedTime } from '../files/moments.ts';
import { clean, decode, extensionOf, safePath, withoutExtension } from '../files/text.ts';
import { linesOfHtml } from '../notes/html.ts';
import { markupOfLines, plainMarkup } from '../notes/lines.ts';
import { markupOfMarkdown } from '../notes/markdown-reader.ts';
import type { LeftField, Reader } from '../types.ts';

const MAX_FRONT_MATTER = 64_000;

/** The fields before a note's text (Obsidian's properties), or null where there are none to read. */
export function frontMatter(text: string): { fields: Json; body: string } | null {
  const match = /^---[ \t]*\n(.*?)(?:\n)?---[ \t]*(?:\n|$)/su.exec(text.slice(0, MAX_FRONT_MATTER));
  if (!match) return null;
  try {
    const fields: unknown = parse(match[1] ?? '', {
      schema: 'core',
      maxAliasCount: 20,
      logLevel: 'silent',
    });
    return isObject(fields) || fields === null
      ? { fields: isObject(fields) ? fields : {}, body: text.slice(match[0].length) }
      : null;
  } catch {
    return null;
  }
}

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
};

const CREATED = ['created', 'created_at', 'date', 'date created', 'ctime'];
const UPDATED = ['updated', 'updated_at', 'modified', 'date modified', 'mtime'];

export function readMarkdownNote(text: string, name: string) {
  const front = frontMatter(text);
  const fields = front?.fields ?? {};
  const used = new Set(['title', 'pinned']);
  const time = (names: readonly string[]) => {
    const key = names.find((own) => storedTime(shown(fields[own])) !== null);
    if (key) used.add(key);
    return key ? shown(fields[key]) : null;
  };
  const created_at = time(CREATED);
  const updated_at = time(UPDATED);
  const title = typeof fields['title'] === 'string' ? fields['title'] : name;
  const left: LeftField[] = Object.entries(fields)
    .filter(([key]) => !used.has(key))
    .map(([label, value]) => ({ label, text: shown(value) }));
  const { markup, pictures } = markupOfMarkdown(front ? front.body.replace(/^\n/u, '') : text);
  return {
    draft: { title, content: markup, pinned: fields['pinned'] === true, created_at, updated_at },
    left,
    pictures,
  };
}

/** Files in folders, as Obsidian, Nextcloud Notes and many others keep notes: Markdown, HTML, text. */
export const readNotes: Reader = (files, to) => {
  // A zip often holds one folder with everything, which nobody made on purpose.
  const paths = files.map(({ name }) => safePath(name));
  const [top] = paths[0] ?? [];
  const isWrapped = files.length > 1 && paths.every((path) => path.length > 1 && path[0] === top);
  let pictures = 0;
  for (const [index, { name: file, bytes }] of files.entries()) {
    const path = (paths[index] ?? []).slice(isWrapped ? 1 : 0);
    const name = withoutExtension(path.at(-1) ?? file);
    const folder = to.folder(path.slice(0, -1));
    const text = clean(decode(bytes).text);
    const kind = extensionOf(file);
    if (kind === 'html' || kind === 'htm') {
      const html = linesOfHtml(text);
      pictures += html.pictures.length;
      to.note({ file }, { title: html.title || name, content: markupOfLines(html.lines), folder });
    } else if (kind === 'txt' || kind === 'text')
      to.note({ file }, { title: name, content: plainMarkup(text.replace(/\n$/u, '')), folder });
    else {
      const note = readMarkdownNote(text, name);
      pictures += note.pictures.length;
      to.note({ file }, { ...note.draft, folder }, note.left);
    }
  }
  if (pictures > 0)
    to.problem(
      { file: files[0]?.name ?? '' },
      `${pictures} ${pictures === 1 ? 'picture was' : 'pictures were'} left out; their names stay in the text.`,
    );
};
