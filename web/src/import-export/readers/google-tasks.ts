import { isObject, objects, parseJson, textAt, type Json } from '../files/json.ts';
import { dayAndTime, dueTime, readDay } from '../files/moments.ts';
import { decode } from '../files/text.ts';
import type { Reader } from '../types.ts';

export const isGoogleTasks = (root: unknown) =>
  textAt(root, 'kind') === 'tasks#taskLists' ||
  (isObject(root) && textAt(objects(root['items'])[0], 'kind') === 'tasks#tasks');

/** The time of day that Takeout writes beside the day, which `due` itself never has. */
function timeOf(task: Json, timeZone: string) {
  const start = objects(task['scheduled_time']).find((time) => time['current'] === true);
  const text = textAt(start, 'start');
  return /T(?!00:00:00(?:\.0+)?Z)/u.test(text) ? dayAndTime(new Date(text), timeZone) : null;
}

/** Google Takeout's `Tasks.json`. A due date is a day in UTC, whatever the zone. */
export const readGoogleTasks: Reader = (files, to, { timeZone }) => {
  for (const { name: file, bytes } of files) {
    const root = parseJson(decode(bytes).text);
    let entry = 0;
    for (const list of objects(isObject(root) ? root['items'] : [])) {
      const tasks = objects(list['items']);
      const titles = new Map(tasks.map((task) => [textAt(task, 'id'), textAt(task, 'title')]));
      for (const task of tasks) {
        entry += 1;
        const at = { file, entry };
        if (task['deleted'] === true) {
          to.skip(at, 'It was deleted.');
          continue;
        }
        const time = timeOf(task, timeZone);
        const due = readDay(textAt(task, 'due').slice(0, 10), timeZone);
        to.task(
          at,
          {
            title: textAt(task, 'title'),
            description: textAt(task, 'notes'),
            category: textAt(list, 'title'),
            due_date: time?.day ?? due?.day ?? null,
            completed: textAt(task, 'status') === 'completed',
            completed_at: textAt(task, 'completed'),
            created_at: textAt(task, 'created'),
          },
          [
            { label: 'Part of', text: titles.get(textAt(task, 'parent')) ?? '' },
            ...dueTime(time?.time, timeZone),
            ...objects(task['links']).map((link) => ({
              label: textAt(link, 'description') || 'Link',
              text: textAt(link, 'link'),
            })),
          ],
        );
      }
    }
  }
};
