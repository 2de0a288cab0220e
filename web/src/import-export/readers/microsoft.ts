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
import { dayAndTime, dueTime, readDay, storedTime } from '../files/moments.ts';
import { repeatOf } from '#domain/repeat-rules.ts';
import { decode } from '../files/text.ts';
import { textOfHtml } from '../notes/html.ts';
import type { Collector, ReadContext, Reader } from '../types.ts';

/** Microsoft writes the day in the zone beside it; UTC means midnight there, the day stays. */
function dayAt(task: Json, key: string, timeZone: string) {
  const { dateTime, timeZone: zone } = objectAt(task, key);
  if (typeof dateTime !== 'string') return null;
  const isMidnight = /T00:00:00/u.test(dateTime);
  if (isMidnight || zone !== 'UTC') return readDay(dateTime.replace(/Z$/u, ''), timeZone);
  const shown = dayAndTime(new Date(`${dateTime.replace(/(\.\d{3})\d*|Z$/gu, '$1')}Z`), timeZone);
  return shown && { day: shown.day, time: shown.time };
}

const momentAt = (task: Json, key: string) => {
  const text = textAt(objectAt(task, key), 'dateTime').replace(/(\.\d{3})\d*$/u, '$1');
  return storedTime(/Z$|[+-]\d\d:\d\d$/u.test(text) || text === '' ? text : `${text}Z`);
};

const UNITS: Record<string, 'day' | 'week' | 'month' | 'year'> = {
  daily: 'day',
  weekly: 'week',
  absoluteMonthly: 'month',
  absoluteYearly: 'year',
};

function repeatIn(task: Json) {
  const pattern = objectAt(objectAt(task, 'recurrence'), 'pattern');
  const every = UNITS[textAt(pattern, 'type')];
  const days = textsAt(pattern, 'daysOfWeek').map((day) => day.slice(0, 2).toUpperCase());
  const ends = textAt(objectAt(objectAt(task, 'recurrence'), 'range'), 'type');
  const repeat =
    every && ends !== 'endDate' && ends !== 'numbered'
      ? repeatOf({ every, interval: numberAt(pattern, 'interval') ?? 1, days })
      : null;
  const isRepeated = textAt(pattern, 'type') !== '';
  return { repeat, text: isRepeated && repeat === null ? JSON.stringify(pattern) : '' };
}

function readTask(
  task: Json,
  list: string,
  at: Parameters<Collector['task']>[0],
  to: Collector,
  { timeZone }: ReadContext,
) {
  const due = dayAt(task, 'dueDateTime', timeZone);
  const { repeat, text } = repeatIn(task);
  const reminder = dayAt(task, 'reminderDateTime', timeZone);
  const importance = textAt(task, 'importance');
  const categories = textsAt(task, 'categories').join(', ');
  const steps = objects(task['checklistItems']).map(
    (step) => `- [${step['isChecked'] === true ? 'x' : ' '}] ${textAt(step, 'displayName')}`,
  );
  const body = objectAt(task, 'body');
  const content =
    textAt(body, 'contentType') === 'html'
      ? textOfHtml(textAt(body, 'content'))
      : textAt(body, 'content');
  to.task(
    at,
    {
      title: textAt(task, 'title') || textAt(task, 'subject'),
      description: [content.trim(), steps.join('\n')].filter(Boolean).join('\n\n'),
      priority: importance === 'high' ? 'high' : importance === 'low' ? 'low' : 'medium',
      category: list,
      due_date: due?.day ?? null,
      repeat_type: repeat ?? 'none',
      completed: textAt(task, 'status') === 'completed',
      completed_at: momentAt(task, 'completedDateTime'),
      created_at: textAt(task, 'createdDateTime'),
    },
    [
      { label: 'Categories', text: categories },
      ...dueTime(due?.time, ''),
      { label: 'Reminder', text: reminder ? `${reminder.day} ${reminder.time ?? ''}`.trim() : '' },
      { label: 'Repeats', text },
      ...objects(task['linkedResources']).map((link) => ({
        label: textAt(link, 'displayName') || 'Link',
        text: textAt(link, 'webUrl'),
      })),
      ...objects(task['attachments']).map((file) => ({
        label: 'Attachment left out',
        text: textAt(file, 'name'),
      })),
    ],
  );
}

const listsOf = (root: unknown): unknown =>
  isObject(root) ? (root['value'] ?? root['lists'] ?? root['taskLists']) : root;
const tasksOf = (list: Json) =>
  objects(Array.isArray(list['tasks']) ? list['tasks'] : objectAt(list, 'tasks')['value']);

export function isMicrosoft(root: unknown): boolean {
  const [first] = objects(listsOf(root));
  if (!first || first['kind'] !== undefined) return false;
  return (
    (textAt(first, 'displayName') !== '' && 'tasks' in first) ||
    ('importance' in first && ('title' in first || 'subject' in first))
  );
}

/** Lists and tasks of Microsoft To Do as Microsoft Graph gives them, alone or list by list. */
export const readMicrosoft: Reader = (files, to, context) => {
  for (const { name: file, bytes } of files) {
    let entry = 0;
    for (const list of objects(listsOf(parseJson(decode(bytes).text)))) {
      const isList = 'tasks' in list;
      for (const task of isList ? tasksOf(list) : [list]) {
        entry += 1;
        const name =
          isList && textAt(list, 'wellknownListName') !== 'defaultList'
            ? textAt(list, 'displayName')
            : '';
        readTask(task, name, { file, entry }, to, context);
      }
    }
  }
};
