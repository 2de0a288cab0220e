import { numberAt, objectAt, objects, parseJson, textAt, type Json } from '../files/json.ts';
import { dueTime, readDay } from '../files/moments.ts';
import { repeatOf } from '#domain/repeat-rules.ts';
import { decode } from '../files/text.ts';
import { textOfHtml } from '../notes/html.ts';
import type { Collector, ReadContext, Reader } from '../types.ts';

export const isVikunja = (root: unknown) => {
  const [first] = objects(root);
  return (
    Array.isArray(root) &&
    first !== undefined &&
    'title' in first &&
    ('tasks' in first || 'buckets' in first || 'lists' in first || 'child_projects' in first)
  );
};

/** Go writes a time that nobody set as the first of the year 1. */
const timeAt = (task: Json, key: string) =>
  textAt(task, key).startsWith('0001-') ? '' : textAt(task, key);

const DAY = 86_400;
function repeatIn(task: Json) {
  const seconds = numberAt(task, 'repeat_after') ?? 0;
  if (numberAt(task, 'repeat_mode') === 1) return { repeat: 'monthly' as const, text: '' };
  if (seconds <= 0) return { repeat: null, text: '' };
  const repeat = seconds % DAY === 0 ? repeatOf({ every: 'day', interval: seconds / DAY }) : null;
  return { repeat, text: repeat === null ? `every ${seconds / DAY} days` : '' };
}

function add(
  task: Json,
  category: string,
  file: string,
  entry: number,
  to: Collector,
  { timeZone }: ReadContext,
) {
  const due = readDay(timeAt(task, 'due_date'), timeZone);
  const { repeat, text } = repeatIn(task);
  const related = objectAt(task, 'related_tasks');
  const priority = numberAt(task, 'priority') ?? 0;
  const percent = Math.round((numberAt(task, 'percent_done') ?? 0) * 100);
  const day = (key: string) => readDay(timeAt(task, key), timeZone)?.day ?? '';
  const others = Object.entries(related).filter(
    ([kind]) => kind !== 'parenttask' && kind !== 'subtask',
  );
  to.task(
    { file, entry },
    {
      title: textAt(task, 'title'),
      description: textOfHtml(textAt(task, 'description')),
      priority: priority >= 3 ? 'high' : priority === 1 ? 'low' : 'medium',
      category,
      due_date: due?.day ?? null,
      repeat_type: repeat ?? 'none',
      completed: task['done'] === true,
      completed_at: timeAt(task, 'done_at'),
      created_at: timeAt(task, 'created'),
    },
    [
      {
        label: 'Part of',
        text: objects(related['parenttask'])
          .map((parent) => textAt(parent, 'title'))
          .join(', '),
      },
      ...others.map(([kind, tasks]) => ({
        label: `Related (${kind})`,
        text: objects(tasks)
          .map((other) => textAt(other, 'title'))
          .join(', '),
      })),
      {
        label: 'Labels',
        text: objects(task['labels'])
          .map((label) => textAt(label, 'title'))
          .join(', '),
      },
      {
        label: 'Assigned to',
        text: objects(task['assignees'])
          .map((user) => textAt(user, 'name') || textAt(user, 'username'))
          .join(', '),
      },
      ...dueTime(due?.time, timeZone),
      { label: 'Start', text: day('start_date') },
      { label: 'End', text: day('end_date') },
      { label: 'Repeats', text },
      { label: 'Done', text: percent > 0 && percent < 100 ? `${percent} %` : '' },
      {
        label: 'Reminders',
        text: objects(task['reminders'])
          .map((reminder) => timeAt(reminder, 'reminder'))
          .filter(Boolean)
          .join(', '),
      },
      ...objects(task['comments']).map((comment) => ({
        label: 'Comment',
        text: textOfHtml(textAt(comment, 'comment')),
      })),
      ...objects(task['attachments']).map((attachment) => ({
        label: 'Attachment left out',
        text: textAt(objectAt(attachment, 'file'), 'name'),
      })),
    ],
  );
}

/** Vikunja's export: projects, in older ones lists in namespaces, each with its tasks. */
export const readVikunja: Reader = (files, to, context) => {
  for (const { name: file, bytes } of files) {
    const open = objects(parseJson(decode(bytes).text)).toReversed();
    let entry = 0;
    for (let project = open.pop(); project; project = open.pop()) {
      for (const task of objects(project['tasks'])) {
        entry += 1;
        add(task, textAt(project, 'title'), file, entry, to, context);
      }
      const text = textOfHtml(textAt(project, 'description')).trim();
      if (text !== '')
        to.note({ file }, { title: textAt(project, 'title') }, [{ label: '', text }]);
      open.push(
        ...objects(project['lists']).toReversed(),
        ...objects(project['child_projects']).toReversed(),
      );
    }
  }
};
