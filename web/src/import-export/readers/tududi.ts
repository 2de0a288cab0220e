import {
  isObject,
  numberAt,
  objectAt,
  objects,
  parseJson,
  textAt,
  textsAt,
  type Json,
} from '../files/json.ts';
import { dueTime, readDay } from '../files/moments.ts';
import { repeatOf } from '#domain/repeat-rules.ts';
import { decode } from '../files/text.ts';
import { markupOfMarkdown } from '../notes/markdown-reader.ts';
import type { Reader } from '../types.ts';

export const isTududi = (root: unknown) =>
  isObject(root) &&
  'version' in root &&
  Array.isArray(objectAt(root, 'data')['tasks']) &&
  Array.isArray(objectAt(root, 'data')['areas']);

const DONE = new Set(['2', '3', '5', 'done', 'completed', 'archived', 'cancelled']);
const UNITS: Record<string, 'day' | 'week' | 'month' | 'year'> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
};

/** By uid where the backup has them (format 2), else by number. */
function lookUp(rows: readonly Json[]) {
  const found = new Map(
    rows.flatMap((row) => [
      [`uid ${textAt(row, 'uid')}`, row] as const,
      [`id ${textAt(row, 'id')}`, row] as const,
    ]),
  );
  return (row: Json, key: string) =>
    found.get(`uid ${textAt(row, `${key}_uid`)}`) ?? found.get(`id ${textAt(row, `${key}_id`)}`);
}

function tagsOf(row: Json, tags: ReadonlyMap<string, string>): string {
  const uids = textsAt(row, 'tag_uids').map((uid) => tags.get(uid) ?? '');
  return [...uids, ...objects(row['Tags'] ?? row['tags']).map((tag) => textAt(tag, 'name'))]
    .filter(Boolean)
    .join(', ');
}

function repeatIn(task: Json) {
  const type = textAt(task, 'recurrence_type');
  if (type === '' || type === 'none') return { repeat: null, text: '' };
  const every = UNITS[type];
  const interval = numberAt(task, 'recurrence_interval') ?? 1;
  const repeat =
    every && textAt(task, 'recurrence_end_date') === '' ? repeatOf({ every, interval }) : null;
  return { repeat, text: repeat ? '' : `${type}, every ${interval}` };
}

/** tududi's backup (formats 1 and 2): tasks and notes; a project is a category. */
export const readTududi: Reader = (files, to, { timeZone }) => {
  for (const { name: file, bytes } of files) {
    const data = objectAt(parseJson(decode(bytes).text), 'data');
    const tags = new Map(
      objects(data['tags']).map((tag) => [textAt(tag, 'uid'), textAt(tag, 'name')]),
    );
    const projectOf = lookUp(objects(data['projects']));
    const tasks = objects(data['tasks']);
    const taskOf = lookUp(tasks);
    for (const [index, task] of tasks.entries()) {
      const at = { file, entry: index + 1 };
      const due = readDay(textAt(task, 'due_date'), timeZone);
      const { repeat, text } = repeatIn(task);
      const priority = textAt(task, 'priority');
      const isSet = /^\d{4}-\d\d-\d\dT00:00:00/u.test(textAt(task, 'due_date'));
      const day = isSet ? textAt(task, 'due_date').slice(0, 10) : due?.day;
      to.task(
        at,
        {
          title: textAt(task, 'name') || textAt(task, 'title'),
          description: textAt(task, 'note') || textAt(task, 'description'),
          priority:
            priority === '2' || priority === 'high'
              ? 'high'
              : priority === '0' || priority === 'low'
                ? 'low'
                : 'medium',
          category: textAt(projectOf(task, 'project'), 'name') || null,
          due_date: day ?? null,
          repeat_type: repeat ?? 'none',
          completed: DONE.has(textAt(task, 'status')),
          completed_at: textAt(task, 'completed_at'),
          created_at: textAt(task, 'created_at'),
        },
        [
          { label: 'Part of', text: textAt(taskOf(task, 'parent_task'), 'name') },
          { label: 'Tags', text: tagsOf(task, tags) },
          ...dueTime(isSet ? null : due?.time, timeZone),
          { label: 'Repeats', text },
          { label: 'Not before', text: textAt(task, 'defer_until') },
          ...objects(task['attachments']).map((attachment) => ({
            label: 'Attachment left out',
            text: textAt(attachment, 'original_filename'),
          })),
        ],
      );
    }
    for (const [index, note] of objects(data['notes']).entries()) {
      const project = textAt(projectOf(note, 'project'), 'name');
      const { markup } = markupOfMarkdown(textAt(note, 'content'));
      to.note(
        { file, entry: tasks.length + index + 1 },
        {
          title: textAt(note, 'title'),
          content: markup,
          folder: project ? to.folder([project]) : null,
          created_at: textAt(note, 'created_at'),
          updated_at: textAt(note, 'updated_at'),
        },
        [{ label: 'Tags', text: tagsOf(note, tags) }],
      );
    }
    for (const item of objects(data['inbox_items']))
      if (textAt(item, 'status') !== 'deleted')
        to.task(
          { file },
          { title: textAt(item, 'content'), created_at: textAt(item, 'created_at') },
          [
            {
              label: '',
              text: textAt(item, 'content').includes('\n') ? textAt(item, 'content') : '',
            },
          ],
        );
  }
};
