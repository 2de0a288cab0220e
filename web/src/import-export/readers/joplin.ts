import { dayAndTime } from '../files/moments.ts';
import { clean, decode } from '../files/text.ts';
import { linesOfHtml } from '../notes/html.ts';
import { markupOfLines } from '../notes/lines.ts';
import { markupOfMarkdown } from '../notes/markdown-reader.ts';
import type { Reader, Source } from '../types.ts';

type Item = { file: string; title: string; body: string; fields: ReadonlyMap<string, string> };
const TYPES = { note: '1', folder: '2', resource: '4', tag: '5', noteTag: '6' };

/** A title, a text, and lines of `name: value` at the end: each file is one thing. */
export function joplinItem({ name, bytes }: Source): Item | null {
  const lines = clean(decode(bytes).text).trimEnd().split('\n');
  const fields = new Map<string, string>();
  let at = lines.length - 1;
  for (; at >= 0; at -= 1) {
    const [, key, value = ''] = /^([a-z_]+):(?: (.*))?$/u.exec(lines[at] ?? '') ?? [];
    if (key === undefined) break;
    fields.set(key, value);
  }
  if (!fields.has('id') || !fields.has('type_')) return null;
  const [title = '', ...body] = at < 0 ? [] : lines.slice(0, at + 1);
  return { file: name, title, body: body.join('\n').replace(/^\n/u, '').trimEnd(), fields };
}

/** Joplin's JEX, unpacked, and its raw folder. A to-do becomes a task. */
export const readJoplin: Reader = (files, to, { timeZone }) => {
  const items: Item[] = [];
  for (const file of files) {
    const item = joplinItem(file);
    if (item) items.push(item);
    else to.skip({ file: file.name }, 'It is no part of a Joplin export.');
  }
  const of = (type: string) => items.filter(({ fields }) => fields.get('type_') === type);
  const byId = new Map(items.map((item) => [item.fields.get('id') ?? '', item]));
  const pathOf = (id: string) => {
    const path: string[] = [];
    const seen = new Set<string>();
    for (
      let folder = byId.get(id);
      folder && path.length < 100;
      folder = byId.get(folder.fields.get('parent_id') ?? '')
    ) {
      const own = folder.fields.get('id') ?? '';
      if (seen.has(own)) break;
      seen.add(own);
      path.unshift(folder.title);
    }
    return path;
  };
  for (const folder of of(TYPES.folder)) to.folder(pathOf(folder.fields.get('id') ?? ''));
  const tags = Map.groupBy(of(TYPES.noteTag), ({ fields }) => fields.get('note_id') ?? '');
  for (const { file, title, body, fields } of of(TYPES.note)) {
    const at = { file };
    const get = (key: string) => fields.get(key) ?? '';
    if (get('encryption_applied') === '1') {
      to.skip(at, 'It is encrypted: export it from a Joplin that can read it.');
      continue;
    }
    const tagged = (tags.get(get('id')) ?? []).map(
      (link) => byId.get(link.fields.get('tag_id') ?? '')?.title ?? '',
    );
    const created = get('user_created_time') || get('created_time');
    const left = [
      { label: 'Tags', text: tagged.filter(Boolean).join(', ') },
      { label: 'Source', text: get('source_url') },
      { label: 'Author', text: get('author') },
      {
        label: 'Place',
        text: /[1-9]/u.test(get('latitude') + get('longitude'))
          ? `${get('latitude')}, ${get('longitude')}`
          : '',
      },
    ];
    const path = pathOf(get('parent_id'));
    // A picture is addressed by its number, which nobody can open here: its name stays.
    const text = body.replaceAll(
      /(!?)\[([^\]]*)\]\(:\/([0-9a-f]{32})\)/gu,
      (_all, mark: string, label: string, id: string) =>
        label || byId.get(id)?.title || (mark ? 'Picture' : 'File'),
    );
    if (get('is_todo') === '1') {
      const due =
        Number(get('todo_due')) > 0
          ? dayAndTime(new Date(Number(get('todo_due'))), timeZone)
          : null;
      const done = Number(get('todo_completed'));
      to.task(
        at,
        {
          title,
          description: text,
          category: path.at(-1) ?? null,
          due_date: due?.day ?? null,
          completed: done > 0,
          completed_at: done > 0 && done < 8e15 ? new Date(done).toISOString() : null,
          created_at: created,
        },
        [...left, { label: 'Due at', text: due ? `${due.time} (${timeZone})` : '' }],
      );
    } else {
      const content =
        get('markup_language') === '2'
          ? markupOfLines(linesOfHtml(text).lines)
          : markupOfMarkdown(text).markup;
      to.note(
        at,
        {
          title,
          content,
          folder: to.folder(path),
          created_at: created,
          updated_at: get('user_updated_time') || get('updated_time'),
        },
        left,
      );
    }
  }
  const resources = of(TYPES.resource).length;
  if (resources > 0)
    to.problem(
      { file: files[0]?.name ?? '' },
      `${resources} ${resources === 1 ? 'picture or file was' : 'pictures and files were'} left out; their names stay in the text.`,
    );
};
