import { byName, csvRows } from '../files/csv.ts';
import { dueTime, readDay } from '../files/moments.ts';
import { decode, withoutExtension } from '../files/text.ts';
import type {
  Collector,
  LeftField,
  Position,
  ReadContext,
  Reader,
  Source,
  TaskDraft,
} from '../types.ts';

type Open = { at: Position; task: TaskDraft; left: LeftField[]; comments: string[] };

/** A project's file in a backup is called `Name [123].csv`. */
const projectOf = (name: string) =>
  withoutExtension(name.split('/').at(-1) ?? name).replace(/ \[\w+\]$/u, '');

/** Todoist writes a priority from 1, which it shows as p1, to 4, the one that nobody chose. */
const PRIORITIES = { 1: 'high', 2: 'medium', 3: 'medium', 4: 'low' } as const;

/** `@label` at the end of a title, as Todoist writes them into CSV. */
function withoutLabels(content: string): { title: string; labels: string } {
  const labels = [...content.matchAll(/(?<=^|\s)@([^\s@]+)(?=\s|$)/gu)].map(([, label]) => label);
  const title = content.replaceAll(/\s*(?<=^|\s)@[^\s@]+(?=\s|$)/gu, '').trim();
  return title === '' ? { title: content, labels: '' } : { title, labels: labels.join(', ') };
}

function dates(
  text: string,
  language: string,
  { today, timeZone, parseWords }: ReadContext,
  left: LeftField[],
): Partial<TaskDraft> {
  if (text === '') return {};
  const written = readDay(text, timeZone);
  if (written) {
    left.push(...dueTime(written.time, timeZone));
    return { due_date: written.day };
  }
  // "every!" repeats from the day on which it was done.
  const parsed = parseWords(text.replace(/^every!/iu, 'every'), language || 'en', today);
  if (!parsed?.isWhole || text.includes('!')) left.push({ label: 'Date in Todoist', text });
  return { due_date: parsed?.due_date ?? null, repeat_type: parsed?.repeat_type ?? 'none' };
}

function readFile({ name, bytes }: Source, to: Collector, context: ReadContext) {
  const { rows, isCutOff } = csvRows(decode(bytes).text);
  const [header, ...others] = rows;
  if (!header) return;
  const cells = byName(header.cells);
  const category = projectOf(name);
  const parents: string[] = [];
  let section = '';
  let open: Open | undefined;
  const close = () => {
    if (open) {
      const comments = open.comments.map((text) => ({ label: 'Comment', text }));
      to.task(open.at, open.task, [...open.left, ...comments]);
    }
    open = undefined;
  };
  for (const row of others) {
    const cell = cells(row);
    const type = cell('TYPE').toLowerCase();
    const at = { file: name, line: row.line };
    if (type === 'note') {
      if (open) open.comments.push(cell('CONTENT'));
      else
        to.note(at, { title: `Comment on ${category}`, content: null }, [
          { label: '', text: cell('CONTENT') },
        ]);
      continue;
    }
    if (type === 'meta') continue;
    close();
    if (type === 'section') {
      section = cell('CONTENT');
      continue;
    }
    if (type !== 'task') {
      to.skip(
        at,
        type === ''
          ? 'It is neither a task nor a comment.'
          : `“${type.slice(0, 40)}” is neither a task nor a comment.`,
      );
      continue;
    }
    const { title, labels } = withoutLabels(cell('CONTENT'));
    const indent = Math.min(Math.max(Number(cell('INDENT')) || 1, 1), 20);
    const left: LeftField[] = [
      { label: 'Part of', text: indent > 1 ? (parents[indent - 2] ?? '') : '' },
      { label: 'Section', text: section },
      { label: 'Labels', text: labels },
      { label: 'Assigned to', text: cell('RESPONSIBLE') },
      {
        label: 'Duration',
        text:
          cell('DURATION') === 'None' || cell('DURATION') === ''
            ? ''
            : `${cell('DURATION')} ${cell('DURATION_UNIT')}`.trim(),
      },
      { label: 'Deadline', text: cell('DEADLINE') },
    ];
    parents.length = indent - 1;
    parents[indent - 1] = title;
    const priority = PRIORITIES[Number(cell('PRIORITY')) as 1] ?? 'medium';
    const due = dates(cell('DATE'), cell('DATE_LANG'), context, left);
    open = {
      at,
      left,
      comments: [],
      task: { title, description: cell('DESCRIPTION'), priority, category, ...due },
    };
  }
  close();
  if (isCutOff)
    to.problem(
      { file: name },
      'The file ends within quotes: it may be cut off, so look at its last row.',
    );
}

/** Todoist's CSV of a project, and its backup: one such file for each project. */
export const readTodoist: Reader = (files, to, context) => {
  for (const file of files) readFile(file, to, context);
};
