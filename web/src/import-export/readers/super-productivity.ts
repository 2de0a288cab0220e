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
import { markupOfMarkdown } from '../notes/markdown-reader.ts';
import type { Collector, ReadContext, Reader } from '../types.ts';

/** Its complete backup wraps the state in `data`, older ones are the state itself. */
const stateOf = (root: unknown): Json =>
  isObject(root) && isObject(root['data']) ? root['data'] : isObject(root) ? root : {};
const entities = (state: Json, name: string) => objectAt(objectAt(state, name), 'entities');

export const isSuperProductivity = (root: unknown) =>
  'task' in stateOf(root) && 'entities' in objectAt(stateOf(root), 'task');

const UNITS: Record<string, 'day' | 'week' | 'month' | 'year'> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function repeatIn(config: unknown) {
  if (!isObject(config)) return { repeat: null, text: '' };
  const every = UNITS[textAt(config, 'repeatCycle')];
  const interval = numberAt(config, 'repeatEvery') ?? 1;
  const days =
    every === 'week'
      ? DAYS.filter((day) => config[day] === true).map((day) => day.slice(0, 2).toUpperCase())
      : [];
  const isPaused = config['isPaused'] === true;
  const repeat = every && !isPaused ? repeatOf({ every, interval, days }) : null;
  const cycle = `${textAt(config, 'repeatCycle').toLowerCase()}, every ${interval}`;
  const text = [cycle, ...days, isPaused ? '(paused)' : ''].filter(Boolean).join(' ');
  return { repeat, text: repeat ? '' : text };
}

const minutes = (milliseconds: number | null) =>
  milliseconds ? `${Math.round(milliseconds / 60_000)} min` : '';

function deadlineOf(task: Json, timeZone: string): string {
  const moment = numberAt(task, 'deadlineWithTime');
  const timed = moment ? dayAndTime(new Date(moment), timeZone) : null;
  return timed ? `${timed.day} ${timed.time} (${timeZone})` : textAt(task, 'deadlineDay');
}

function addTasks(
  state: Json,
  tasks: Json,
  all: Json,
  file: string,
  to: Collector,
  { timeZone }: ReadContext,
) {
  for (const [index, task] of objects(tasks).entries()) {
    const moment = numberAt(task, 'dueWithTime') ?? numberAt(task, 'plannedAt');
    const timed = moment ? dayAndTime(new Date(moment), timeZone) : null;
    const due = timed?.day ?? readDay(textAt(task, 'dueDay'), timeZone)?.day ?? null;
    const { repeat, text } = repeatIn(
      entities(state, 'taskRepeatCfg')[textAt(task, 'repeatCfgId')],
    );
    const tags = textsAt(task, 'tagIds')
      .filter((id) => id !== 'TODAY')
      .map((id) => textAt(entities(state, 'tag')[id], 'title'));
    const done = numberAt(task, 'doneOn');
    const created = numberAt(task, 'created');
    to.task(
      { file, entry: index + 1 },
      {
        title: textAt(task, 'title'),
        description: textAt(task, 'notes'),
        category: textAt(entities(state, 'project')[textAt(task, 'projectId')], 'title') || null,
        due_date: due,
        repeat_type: repeat ?? 'none',
        completed: task['isDone'] === true,
        completed_at: storedTime(done),
        created_at: storedTime(created),
      },
      [
        { label: 'Part of', text: textAt(all[textAt(task, 'parentId')], 'title') },
        { label: 'Tags', text: tags.filter(Boolean).join(', ') },
        ...dueTime(timed?.time, timeZone),
        { label: 'Repeats', text },
        { label: 'Priority', text: textAt(task, 'priority') },
        { label: 'Deadline', text: deadlineOf(task, timeZone) },
        { label: 'Estimate', text: minutes(numberAt(task, 'timeEstimate')) },
        { label: 'Time spent', text: minutes(numberAt(task, 'timeSpent')) },
        ...objects(task['attachments']).map((attachment) => ({
          label: 'Attachment',
          text: textAt(attachment, 'path') || textAt(attachment, 'title'),
        })),
      ],
    );
  }
}

/** Super Productivity's backup: tasks, those of its archives, and notes. */
export const readSuperProductivity: Reader = (files, to, context) => {
  for (const { name: file, bytes } of files) {
    const state = stateOf(parseJson(decode(bytes).text));
    const open = entities(state, 'task');
    const archives = [
      entities(objectAt(state, 'archiveYoung'), 'task'),
      entities(objectAt(state, 'archiveOld'), 'task'),
      entities(state, 'taskArchive'),
    ];
    const all = Object.assign({}, open, ...archives) as Json;
    for (const tasks of [open, ...archives]) addTasks(state, tasks, all, file, to, context);
    for (const note of objects(entities(state, 'note'))) {
      const content = textAt(note, 'content');
      const title =
        content
          .split('\n')
          .find((line) => line.trim() !== '')
          ?.replace(/^#+\s*/u, '') ?? 'Note';
      const project = textAt(entities(state, 'project')[textAt(note, 'projectId')], 'title');
      to.note(
        { file },
        {
          title,
          content: markupOfMarkdown(content).markup,
          folder: project ? to.folder([project]) : null,
          created_at: storedTime(numberAt(note, 'created')),
        },
      );
    }
  }
};
