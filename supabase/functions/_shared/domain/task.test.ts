import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, weekdayOf } from './dates.ts';
import {
  compareTasks,
  dateActions,
  endOfWeek,
  groupTasks,
  isCompletedOn,
  isOverdue,
  shiftDate,
  type TaskFields,
} from './task.ts';

let lastId = 0;

function task(fields: Partial<TaskFields> = {}): TaskFields {
  lastId += 1;
  return {
    id: lastId,
    uid: String(lastId),
    completed: false,
    completed_at: null,
    due_date: null,
    repeat_type: 'none',
    rank: null,
    ...fields,
  };
}

/** Noon of a local day: its date is that day in every time zone the tests may run in. */
const noon = (day: string) => new Date(`${day}T12:00:00`).toISOString();

/** The names of the panels in which an open task due on `due` stands. */
function panelsOf(due: string | null, today: string): string[] {
  return Object.entries(groupTasks([task({ due_date: due })], today))
    .filter(([, tasks]) => tasks.length > 0)
    .map(([name]) => name);
}

test('§2 overdue: open, with a due date before today', () => {
  const yesterday = { completed: false, due_date: '2026-02-28' };
  expect(isOverdue(yesterday, '2026-03-01')).toBe(true);
  expect(isOverdue({ ...yesterday, completed: true }, '2026-03-01')).toBe(false);
  expect(isOverdue({ ...yesterday, due_date: '2026-03-01' }, '2026-03-01')).toBe(false);
  expect(isOverdue({ ...yesterday, due_date: null }, '2026-03-01')).toBe(false);
});

test('§4 grouping: an overdue task stands under Due Today, and under All', () => {
  expect(panelsOf('2026-03-03', '2026-03-04')).toEqual(['dueToday', 'thisMonth', 'all']);
  expect(panelsOf('2025-12-31', '2026-03-04')).toEqual(['dueToday', 'all']);
});

test('§4 grouping: on a Wednesday each day of the week has its panel', () => {
  const wednesday = '2026-03-04';
  expect(panelsOf(wednesday, wednesday)).toEqual(['dueToday', 'thisMonth', 'all']);
  expect(panelsOf('2026-03-05', wednesday)).toEqual(['dueTomorrow', 'thisMonth', 'all']);
  expect(panelsOf('2026-03-06', wednesday)).toEqual(['restOfWeek', 'thisMonth', 'all']);
  expect(panelsOf('2026-03-07', wednesday)).toEqual(['restOfWeek', 'thisMonth', 'all']);
  expect(panelsOf('2026-03-08', wednesday)).toEqual(['nextWeek', 'thisMonth', 'all']);
  expect(panelsOf('2026-03-14', wednesday)).toEqual(['nextWeek', 'thisMonth', 'all']);
  expect(panelsOf('2026-03-15', wednesday)).toEqual(['thisMonth', 'all']);
  expect(panelsOf(null, wednesday)).toEqual(['noDueDate', 'all']);
});

test('§4 grouping: a Sunday begins its week, a Saturday ends it', () => {
  const sunday = '2026-03-01';
  expect(panelsOf('2026-03-02', sunday)).toContain('dueTomorrow');
  expect(panelsOf('2026-03-07', sunday)).toContain('restOfWeek');
  expect(panelsOf('2026-03-08', sunday)).toContain('nextWeek');

  const saturday = '2026-03-07';
  expect(panelsOf('2026-03-08', saturday)).toEqual(['dueTomorrow', 'nextWeek', 'thisMonth', 'all']);
  expect(panelsOf('2026-03-09', saturday)).toEqual(['nextWeek', 'thisMonth', 'all']);
  expect(panelsOf('2026-03-14', saturday)).toContain('nextWeek');
  expect(panelsOf('2026-03-15', saturday)).not.toContain('nextWeek');
  expect(groupTasks([task({ due_date: '2026-03-09' })], saturday).restOfWeek).toEqual([]);
});

test('§4 grouping: months and years end in the middle of weeks', () => {
  expect(panelsOf('2026-05-01', '2026-04-30')).toEqual(['dueTomorrow', 'all']);
  expect(panelsOf('2026-05-02', '2026-04-30')).toEqual(['restOfWeek', 'all']);
  expect(panelsOf('2027-01-02', '2026-12-31')).toEqual(['restOfWeek', 'all']);
  expect(panelsOf('2028-02-29', '2028-02-28')).toEqual(['dueTomorrow', 'thisMonth', 'all']);
  expect(panelsOf('2028-03-01', '2028-02-29')).toEqual(['dueTomorrow', 'all']);
  expect(panelsOf('2026-04-01', '2025-04-01')).toEqual(['all']);
});

test('§4 grouping: every open task stands in All and in at most one panel of the left column', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2027-01-01', days));
  fc.assert(
    fc.property(day, fc.array(fc.option(day)), (today, dates) => {
      const tasks = dates.map((due_date) => task({ due_date }));
      const panels = groupTasks(tasks, today);
      const left = [panels.noDueDate, panels.dueToday, panels.dueTomorrow, panels.restOfWeek];
      const ids = left.flat().map(({ id }) => id);
      expect(panels.all).toHaveLength(tasks.length);
      expect(new Set(ids).size).toBe(ids.length);
      const later = panels.all.filter(({ id }) => !ids.includes(id));
      expect(later.every(({ due_date }) => (due_date ?? '') > endOfWeek(today))).toBe(true);
      expect(panels.restOfWeek.every(({ due_date }) => (due_date ?? '') > addDays(today, 1))).toBe(
        true,
      );
    }),
  );
});

test('§4 completed today: the completion date decides, else the due date, else any', () => {
  const today = '2026-03-29';
  const done = { completed: true, completed_at: null, due_date: null };
  expect(isCompletedOn({ ...done, completed_at: noon(today) }, today)).toBe(true);
  expect(isCompletedOn({ ...done, completed_at: noon('2026-03-28'), due_date: today }, today)).toBe(
    false,
  );
  expect(isCompletedOn({ ...done, due_date: today }, today)).toBe(true);
  expect(isCompletedOn({ ...done, due_date: '2026-03-28' }, today)).toBe(false);
  expect(isCompletedOn(done, today)).toBe(true);
  expect(isCompletedOn({ ...done, completed: false }, today)).toBe(false);
});

test('§4 completed today: the day is the local one, from midnight to midnight', () => {
  const done = (moment: string) => ({
    completed: true,
    completed_at: new Date(moment).toISOString(),
    due_date: null,
  });
  expect(isCompletedOn(done('2026-03-29T00:00:00'), '2026-03-29')).toBe(true);
  expect(isCompletedOn(done('2026-03-29T23:59:59.999'), '2026-03-29')).toBe(true);
  expect(isCompletedOn(done('2026-03-30T00:00:00'), '2026-03-29')).toBe(false);
});

test('§4 completed today: the latest stands first, and in no open panel', () => {
  const early = task({ completed: true, completed_at: new Date('2026-03-04T08:00').toISOString() });
  const late = task({
    completed: true,
    completed_at: new Date('2026-03-04T18:00').toISOString(),
    due_date: '2026-03-04',
  });
  const panels = groupTasks([early, late], '2026-03-04');
  expect(panels.completedToday).toEqual([late, early]);
  expect(panels.all).toEqual([]);
  expect(panels.dueToday).toEqual([]);
});

test('§4 order: dragged first, then by date, undated last, then as created, unnumbered at the end', () => {
  const sorted = [
    task({ rank: 'Zx', due_date: '2026-12-31' }),
    task({ rank: 'a0' }),
    task({ due_date: '2026-03-01' }),
    task({ due_date: '2026-03-02' }),
    task({ due_date: '2026-03-02' }),
    task({ id: Number.MAX_SAFE_INTEGER, due_date: '2026-03-02' }),
    task({}),
    task({ id: Number.MAX_SAFE_INTEGER }),
  ];
  expect(sorted.toReversed().toSorted(compareTasks)).toEqual(sorted);
});

test('§4 date shift: one day, over the ends of months, leap days and years', () => {
  expect(shiftDate('2026-03-04', 1, 'none')).toBe('2026-03-05');
  expect(shiftDate('2026-03-01', -1, 'daily')).toBe('2026-02-28');
  expect(shiftDate('2028-02-28', 1, 'weekly')).toBe('2028-02-29');
  expect(shiftDate('2028-03-01', -1, 'monthly')).toBe('2028-02-29');
  expect(shiftDate('2026-12-31', 1, 'none')).toBe('2027-01-01');
  expect(shiftDate('2026-03-06', 1, 'none')).toBe('2026-03-07');
});

test('§4 date shift: on weekdays only, forward ends on Monday and back on Friday', () => {
  const [friday, saturday, sunday, monday, tuesday] = [
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
    '2026-03-09',
    '2026-03-10',
  ];
  expect(shiftDate(friday, 1, 'daily-weekday')).toBe(monday);
  expect(shiftDate(saturday, 1, 'daily-weekday')).toBe(monday);
  expect(shiftDate(sunday, 1, 'daily-weekday')).toBe(monday);
  expect(shiftDate(monday, 1, 'daily-weekday')).toBe(tuesday);
  expect(shiftDate(tuesday, -1, 'daily-weekday')).toBe(monday);
  expect(shiftDate(monday, -1, 'daily-weekday')).toBe(friday);
  expect(shiftDate(sunday, -1, 'daily-weekday')).toBe(friday);
  expect(shiftDate(saturday, -1, 'daily-weekday')).toBe(friday);
});

test('§4 date shift: a weekday task never comes to stand on a weekend', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom<1 | -1>(1, -1),
      (days, step) => {
        const from = addDays('2000-01-01', days);
        const to = shiftDate(from, step, 'daily-weekday');
        expect([0, 6]).not.toContain(weekdayOf(to));
        expect(step === 1 ? to > from : to < from).toBe(true);
      },
    ),
  );
});

test('§4 date buttons: shifting needs an open task with a date, to today one that is not there', () => {
  const today = '2026-03-04';
  const actions = (completed: boolean, due_date: string | null) =>
    dateActions({ completed, due_date }, today);
  expect(actions(false, '2026-03-05')).toEqual({ canShift: true, canMoveToToday: true });
  expect(actions(false, today)).toEqual({ canShift: true, canMoveToToday: false });
  expect(actions(false, null)).toEqual({ canShift: false, canMoveToToday: true });
  expect(actions(true, '2026-03-05')).toEqual({ canShift: false, canMoveToToday: false });
  expect(actions(true, null)).toEqual({ canShift: false, canMoveToToday: false });
});
