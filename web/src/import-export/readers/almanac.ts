import { CATEGORY_COLORS } from '#domain/category.ts';
import { CONTACT_LIMITS } from '#domain/contact.ts';
import { isRecurrence } from '#domain/recurrence.ts';
import { repeatTypes } from '#domain/repeat.ts';
import { taskPriorities } from '#domain/task.ts';
import { ALMANAC_VERSION } from '#import-export/almanac-file.ts';
import { isObject, numberAt, objects, parseJson, textAt, type Json } from '../files/json.ts';
import { decode } from '../files/text.ts';
import type { Collector, ContactField, Reader } from '../types.ts';

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value);

/** A rule of another program, where it is one that the database takes. */
function recurrenceAt(task: Json): string | null {
  const text = textAt(task, 'recurrence');
  return isRecurrence(text) && textAt(task, 'repeat_type') === 'none' ? text : null;
}

function addTask(task: Json, file: string, entry: number, to: Collector) {
  const anchor = numberAt(task, 'repeat_anchor_day');
  to.task(
    { file, entry },
    {
      title: textAt(task, 'title'),
      description: textAt(task, 'description'),
      priority: oneOf(taskPriorities, task['priority']) ?? 'medium',
      category: textAt(task, 'category'),
      due_date: textAt(task, 'due_date') || null,
      repeat_type: oneOf(repeatTypes, task['repeat_type']) ?? 'none',
      recurrence: recurrenceAt(task),
      repeat_anchor_day:
        anchor !== null && Number.isInteger(anchor) && anchor >= 1 && anchor <= 31 ? anchor : null,
      completed: task['completed'] === true,
      completed_at: textAt(task, 'completed_at'),
      created_at: textAt(task, 'created_at'),
      rank: textAt(task, 'rank') || null,
    },
  );
}

function addContact(contact: Json, file: string, entry: number, to: Collector) {
  const fields = Object.keys(CONTACT_LIMITS) as ContactField[];
  const texts = Object.fromEntries(fields.map((field) => [field, textAt(contact, field) || null]));
  to.contact({ file, entry }, { ...texts, created_at: textAt(contact, 'created_at') });
}

/** Folders whose parent is not in the file stand at the root; so does one in a circle. */
function addFolders(folders: readonly Json[], to: Collector) {
  const parents = new Map(
    folders.map((folder) => [textAt(folder, 'uid'), textAt(folder, 'parent_uid')]),
  );
  for (const folder of folders) {
    const key = textAt(folder, 'uid');
    const parent = textAt(folder, 'parent_uid');
    const above = new Set<string>();
    let at = parent;
    while (at !== '' && at !== key && !above.has(at) && above.size < 100) {
      above.add(at);
      at = parents.get(at) ?? '';
    }
    const isPlaced = parents.has(parent) && at === '';
    to.addFolder({
      key,
      name: textAt(folder, 'name'),
      category: textAt(folder, 'category'),
      parent: isPlaced ? parent : null,
      created_at: textAt(folder, 'created_at'),
    });
  }
  return new Set(parents.keys());
}

/** Almanac's own export: `almanac.json`, alone or in the zip. */
export const readAlmanac: Reader = (files, to) => {
  for (const { name: file, bytes } of files) {
    const root = parseJson(decode(bytes).text);
    if (!isObject(root)) continue;
    if ((numberAt(root, 'version') ?? 0) > ALMANAC_VERSION) {
      to.skip({ file }, 'A newer version of Almanac wrote this file: update Almanac first.');
      continue;
    }
    for (const category of objects(root['categories']))
      to.category(textAt(category, 'name'), oneOf(CATEGORY_COLORS, category['color']) ?? null);
    for (const [index, task] of objects(root['tasks']).entries())
      addTask(task, file, index + 1, to);
    for (const [index, contact] of objects(root['contacts']).entries())
      addContact(contact, file, index + 1, to);
    const folders = addFolders(objects(root['folders']), to);
    for (const [index, note] of objects(root['notes']).entries()) {
      const folder = textAt(note, 'folder_uid');
      to.note(
        { file, entry: index + 1 },
        {
          title: textAt(note, 'title'),
          content: textAt(note, 'content'),
          folder: folders.has(folder) ? folder : null,
          pinned: note['pinned'] === true,
          created_at: textAt(note, 'created_at'),
          updated_at: textAt(note, 'updated_at'),
        },
      );
    }
  }
};
