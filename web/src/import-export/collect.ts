import { isReservedName } from '#domain/category.ts';
import { CONTACT_LIMITS, displayName } from '#domain/contact.ts';
import { isDateOnly } from '#domain/dates.ts';
import { FOLDER_LIMITS } from '#domain/folder.ts';
import { NOTE_LIMITS, storedContent } from '#domain/note.ts';
import { TASK_LIMITS } from '#domain/task.ts';
import { storedTime } from './files/moments.ts';
import { clean, cut, isLonger } from './files/text.ts';
import { plainMarkup } from './notes/lines.ts';
import type {
  Collector,
  ContactField,
  Imported,
  ImportedContact,
  ImportedNote,
  LeftField,
  Position,
} from './types.ts';

/** As many rows as an account holds (docs/limits.md). */
const MAX_ROWS = 200_000;
/** Texts are written below each other without end; more than that becomes a note of its own. */
const CONTENT = NOTE_LIMITS.content - 1000;
const MAX_FOLDER_DEPTH = 100;

const CONTACT_FIELDS = Object.keys(CONTACT_LIMITS) as ContactField[];

const linesOf = (left: readonly LeftField[]) =>
  left.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join('\n');

const textOf = (text: string | null | undefined) => clean(text ?? '').trim();

function parts(text: string): string[] {
  const found: string[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.length > CONTENT ? rest.lastIndexOf('\n', CONTENT) : rest.length;
    const at = end > 0 ? end : CONTENT;
    found.push(rest.slice(0, at));
    rest = rest.slice(at).replace(/^\n/u, '');
  }
  return found.length > 0 ? found : [''];
}

/** Collects rows, each within the limits of the database; what is too long goes on elsewhere. */
export function collector(): { to: Collector; result: () => Imported } {
  const found: Imported = {
    tasks: [],
    contacts: [],
    folders: [],
    notes: [],
    categories: [],
    problems: [],
  };
  const folderKeys = new Set<string>();
  const categories = new Map<string, string>();
  let isFull = false;

  const hasPlace = (at: Position) => {
    if (found.tasks.length + found.contacts.length + found.notes.length < MAX_ROWS) return true;
    if (!isFull) to.skip(at, 'From here on nothing is read: 200,000 entries are the most.');
    isFull = true;
    return false;
  };
  const addNote = (at: Position, note: ImportedNote, left: LeftField[]) => {
    for (const [index, content] of parts(note.content ?? '').entries()) {
      const suffix = index > 0 ? ` (${index + 1})` : '';
      const title = cut(note.title, NOTE_LIMITS.title - suffix.length) + suffix;
      found.notes.push({ at, fields: { ...note, title, content: storedContent(content) }, left });
    }
  };

  const to: Collector = {
    task(at, draft, given = []) {
      const title = textOf(draft.title).replaceAll(/\s*\n\s*/gu, ' ');
      if (title === '') return to.skip(at, 'It has no title.');
      if (!hasPlace(at)) return undefined;
      const left = given.filter(({ text }) => textOf(text) !== '');
      if (isLonger(title, TASK_LIMITS.title)) left.unshift({ label: 'Title', text: title });
      let description = [textOf(draft.description), clean(linesOf(left))]
        .filter((text) => text !== '')
        .join('\n\n');
      if (isLonger(description, TASK_LIMITS.description)) {
        addNote(
          at,
          {
            title,
            content: plainMarkup(description),
            folder: null,
            pinned: false,
            created_at: null,
            updated_at: null,
          },
          [],
        );
        to.problem(at, 'Its description is too long for a task: the whole text is a note, too.');
        description = cut(description, TASK_LIMITS.description);
      }
      const dueDate = draft.due_date && isDateOnly(draft.due_date) ? draft.due_date : null;
      const completed = draft.completed ?? false;
      const createdAt = storedTime(draft.created_at);
      const completedAt =
        storedTime(draft.completed_at) ?? createdAt ?? `${dueDate ?? '1970-01-01'}T12:00:00.000Z`;
      found.tasks.push({
        at,
        left,
        fields: {
          title: cut(title, TASK_LIMITS.title),
          description: description || null,
          priority: draft.priority ?? 'medium',
          category: to.category(draft.category),
          due_date: dueDate,
          repeat_type: draft.repeat_type ?? 'none',
          recurrence: draft.recurrence ?? null,
          completed,
          completed_at: completed ? completedAt : null,
          created_at: createdAt,
          rank: draft.rank ?? null,
          repeat_anchor_day: draft.repeat_anchor_day ?? null,
        },
      });
      return undefined;
    },
    contact(at, draft, given = []) {
      if (!hasPlace(at)) return;
      const left = given.filter(({ text }) => textOf(text) !== '');
      const fields: ImportedContact = {
        ...(Object.fromEntries(CONTACT_FIELDS.map((field) => [field, null])) as Record<
          ContactField,
          null
        >),
        created_at: storedTime(draft.created_at),
      };
      for (const field of CONTACT_FIELDS) {
        const text = textOf(draft[field]).replaceAll(/\s*\n\s*/gu, ', ');
        if (isLonger(text, CONTACT_LIMITS[field]))
          left.push({ label: field.replaceAll('_', ' '), text });
        fields[field] =
          field === 'category' ? to.category(text) : cut(text, CONTACT_LIMITS[field]) || null;
      }
      const isEmpty = CONTACT_FIELDS.every(
        (field) => field === 'category' || fields[field] === null,
      );
      if (isEmpty && left.length === 0) return to.skip(at, 'It is empty.');
      found.contacts.push({ at, fields, left });
    },
    note(at, draft, given = []) {
      if (!hasPlace(at)) return;
      const left = given.filter(({ text }) => textOf(text) !== '');
      const title = textOf(draft.title).replaceAll(/\s*\n\s*/gu, ' ') || 'Untitled';
      const more = left.length > 0 ? plainMarkup(clean(linesOf(left))) : '';
      const cutTitle = isLonger(title, NOTE_LIMITS.title) ? plainMarkup(title) : '';
      const content = [cutTitle, clean(draft.content ?? ''), more]
        .filter((text) => text !== '')
        .join('\n\n');
      addNote(
        at,
        {
          title,
          content,
          folder: draft.folder ?? null,
          pinned: draft.pinned ?? false,
          created_at: storedTime(draft.created_at),
          updated_at: storedTime(draft.updated_at),
        },
        left,
      );
    },
    folder(path) {
      let parent: string | null = null;
      for (const part of path.slice(0, MAX_FOLDER_DEPTH)) {
        const name = cut(textOf(part), FOLDER_LIMITS.name) || 'Untitled';
        const key: string = `${parent ?? ''}/${name}`;
        to.addFolder({ key, name, category: '', parent, created_at: null });
        parent = key;
      }
      return parent;
    },
    addFolder(folder) {
      if (folderKeys.has(folder.key)) return;
      folderKeys.add(folder.key);
      const name = cut(textOf(folder.name), FOLDER_LIMITS.name) || 'Untitled';
      const category = to.category(folder.category) ?? '';
      found.folders.push({ ...folder, name, category, created_at: storedTime(folder.created_at) });
    },
    category(given, color = null) {
      const text = textOf(given).replaceAll(/\s+/gu, ' ');
      if (text === '') return null;
      const name = cut(isReservedName(text) ? `${text} (list)` : text, 200);
      const known = categories.get(name.toLowerCase());
      if (known !== undefined) return known;
      categories.set(name.toLowerCase(), name);
      found.categories.push({ name, color });
      return name;
    },
    problem: (at, text) => void found.problems.push({ at, text, skipped: false }),
    skip: (at, text) => void found.problems.push({ at, text, skipped: true }),
  };

  return {
    to,
    result: () => {
      keepContactFields(found, addNote);
      return found;
    },
  };
}

/** A contact has no field for remarks: what has no place in any contact is one note, name by name. */
function keepContactFields(
  found: Imported,
  addNote: (at: Position, note: ImportedNote, left: LeftField[]) => void,
) {
  const kept = found.contacts.filter(({ left }) => left.length > 0);
  const [first] = kept;
  if (!first) return;
  const content = kept
    .map(
      ({ fields, left }) =>
        `${plainMarkup(displayName(fields))}\n${plainMarkup(clean(linesOf(left)))}`,
    )
    .join('\n\n');
  addNote(
    { file: first.at.file },
    {
      title: 'More about your contacts',
      content,
      folder: null,
      pinned: false,
      created_at: null,
      updated_at: null,
    },
    [],
  );
}
