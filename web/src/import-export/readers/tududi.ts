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
import type { Collector, Reader } from '../types.ts';

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

/** Sunday is 0. */
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

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
  const numbers = Array.isArray(task['recurrence_weekdays']) ? task['recurrence_weekdays'] : [];
  const days = numbers.map((day) => DAYS[Number(day)] ?? '').filter(Boolean);
  const end = textAt(task, 'recurrence_end_date');
  const repeat = every && end === '' ? repeatOf({ every, interval, days }) : null;
  const more = [days.join(' '), end && `until ${end.slice(0, 10)}`].filter(Boolean).join(', ');
  return {
    repeat,
    text: repeat ? '' : [`${type}, every ${interval}`, more].filter(Boolean).join(', '),
  };
}

/** What is written about projects, areas and goals, which are no more than names here. */
function addTexts(data: Json, file: string, to: Collector) {
  for (const row of [...objects(data['projects']), ...objects(data['areas'])])
    if (textAt(row, 'description').trim() !== '')
      to.note(
        { file },
        {
          title: textAt(row, 'name'),
          content: markupOfMarkdown(textAt(row, 'description')).markup,
          created_at: textAt(row, 'created_at'),
        },
      );
  for (const goal of objects(data['goals']))
    to.note(
      { file },
      { title: textAt(goal, 'title'), content: markupOfMarkdown(textAt(goal, 'why')).markup },
      [
        { label: 'Goal for', text: textAt(goal, 'target_date') || textAt(goal, 'horizon') },
        { label: 'Status', text: textAt(goal, 'status') },
      ],
    );
}

/** Its people have one name; its last word is taken for the family's. */
function addPeople(data: Json, file: string, to: Collector) {
  for (const person of objects(data['people'])) {
    if (person['is_self'] === true) continue;
    const [, first = '', last = ''] = /^(.*?)\s*(\S*)$/u.exec(textAt(person, 'name').trim()) ?? [];
    to.contact(
      { file },
      {
        first_name: first || last,
        last_name: first ? last : null,
        email_address: textAt(person, 'email'),
        phone: textAt(person, 'phone'),
      },
      [
        { label: 'Relationship', text: textAt(person, 'relationship_type') },
        { label: 'Note', text: textAt(person, 'notes') },
      ],
    );
  }
}

/** tududi's backup (formats 1 and 2): tasks and notes; a project is a category. */
export const readTududi: Reader = (files, to, { timeZone }) => {
  for (const { name: file, bytes } of files) {
    const data = objectAt(parseJson(decode(bytes).text), 'data');
    const tags = new Map(
      objects(data['tags']).map((tag) => [textAt(tag, 'uid'), textAt(tag, 'name')]),
    );
    const projectOf = lookUp(objects(data['projects']));
    const areaOf = lookUp(objects(data['areas']));
    const goalOf = lookUp(objects(data['goals']));
    const people = new Map(
      objects(data['people']).map((person) => [textAt(person, 'uid'), textAt(person, 'name')]),
    );
    const tasks = objects(data['tasks']);
    const taskOf = lookUp(tasks);
    for (const [index, task] of tasks.entries()) {
      const at = { file, entry: index + 1 };
      const due = readDay(textAt(task, 'due_date'), timeZone);
      const { repeat, text } = repeatIn(task);
      const priority = textAt(task, 'priority');
      const minutes = numberAt(task, 'estimated_minutes');
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
          { label: 'Reminder', text: textAt(task, 'reminder_at') },
          { label: 'Estimate', text: minutes ? `${minutes} min` : '' },
          { label: 'Goal', text: textAt(goalOf(task, 'goal'), 'title') },
          { label: 'Area', text: textAt(areaOf(task, 'area'), 'name') },
          { label: 'Assigned to', text: people.get(textAt(task, 'assigned_to')) ?? '' },
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
    addTexts(data, file, to);
    addPeople(data, file, to);
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
