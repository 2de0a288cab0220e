import { byName, csvRows, headerAt } from '../files/csv.ts';
import { dueTime, readDay } from '../files/moments.ts';
import { repeatOfRRule } from '#domain/repeat-rules.ts';
import { decode } from '../files/text.ts';
import { markupOfMarkdown } from '../notes/markdown-reader.ts';
import type { Reader } from '../types.ts';

export const tickTickHeader = (rows: Parameters<typeof headerAt>[0]) =>
  headerAt(rows, 'List Name', 'Title', 'Is Check list');

const PRIORITIES: Record<string, 'low' | 'medium' | 'high'> = {
  0: 'medium',
  1: 'low',
  3: 'medium',
  5: 'high',
};
const OPEN = new Set(['', '0', 'normal']);

/** Its checklists stand in the text, each line with a sign before it. */
const checklist = (content: string) =>
  content
    .replaceAll(/\s*▪\s?/gu, '\n- [x] ')
    .replaceAll(/\s*▫\s?/gu, '\n- [ ] ')
    .trim();

/** TickTick's backup: some lines about the file, then a table whose children may precede parents. */
export const readTickTick: Reader = (files, to, { timeZone }) => {
  for (const { name: file, bytes } of files) {
    const { rows, isCutOff } = csvRows(decode(bytes).text);
    const start = tickTickHeader(rows);
    const cells = byName(rows[start]?.cells ?? []);
    const table = rows.slice(start + 1).map((row) => ({ line: row.line, cell: cells(row) }));
    const titles = new Map(table.map(({ cell }) => [cell('taskId'), cell('Title')]));
    for (const { line, cell } of table) {
      const at = { file, line };
      const zone = cell('Timezone') || timeZone;
      const due = readDay(cell('Due Date') || cell('Start Date'), zone);
      const begin = readDay(cell('Start Date'), zone);
      const isAllDay = cell('Is All Day').toLowerCase() === 'true';
      const repeat = repeatOfRRule(cell('Repeat'), due?.day ?? null);
      const content = checklist(cell('Content'));
      const left = [
        {
          label: 'Part of',
          text: cell('parentId') === '' ? '' : (titles.get(cell('parentId')) ?? ''),
        },
        { label: 'Folder', text: cell('Folder Name') },
        { label: 'Column', text: cell('Column Name') },
        { label: 'Tags', text: cell('Tags') },
        { label: 'Start', text: begin && begin.day !== due?.day ? begin.day : '' },
        ...dueTime(isAllDay ? null : due?.time, zone),
        { label: 'Reminder', text: cell('Reminder') },
        { label: 'Repeats', text: repeat === null ? cell('Repeat') : '' },
      ];
      const created_at = cell('Created Time').replace(/([+-]\d\d)(\d\d)$/u, '$1:$2');
      const completed_at = cell('Completed Time').replace(/([+-]\d\d)(\d\d)$/u, '$1:$2');
      if (cell('Kind').toUpperCase() === 'NOTE') {
        const folder = to.folder([cell('Folder Name'), cell('List Name')].filter(Boolean));
        to.note(
          at,
          { title: cell('Title'), content: markupOfMarkdown(content).markup, folder, created_at },
          left.filter(({ label }) => label === 'Tags'),
        );
        continue;
      }
      const completed = !OPEN.has(cell('Status').toLowerCase());
      to.task(
        at,
        {
          title: cell('Title') || (content.split('\n')[0] ?? ''),
          description: content,
          priority: PRIORITIES[cell('Priority')] ?? 'medium',
          category: cell('List Name') === 'Inbox' ? null : cell('List Name'),
          due_date: due?.day ?? null,
          repeat_type: repeat ?? 'none',
          completed,
          completed_at: completed_at || null,
          created_at,
        },
        left,
      );
    }
    if (isCutOff)
      to.problem(
        { file },
        'The file ends within quotes: it may be cut off, so look at its last row.',
      );
  }
};
