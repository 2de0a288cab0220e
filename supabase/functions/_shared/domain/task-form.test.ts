import { expect, test } from 'vitest';
import { quickTask } from './task.ts';
import { formToTask, newTaskForm, taskChanges, taskFormSchema, taskToForm } from './task-form.ts';

const today = '2026-03-04';

test('§4 task dialog: a new task is of medium priority, without category, due today, not repeated', () => {
  expect(newTaskForm(today)).toEqual({
    title: '',
    description: '',
    priority: 'medium',
    category: 'none',
    dueDate: today,
    repeatType: 'none',
  });
});

test('§5 task form: the title is required', () => {
  const answer = taskFormSchema.safeParse({ ...newTaskForm(today), title: '   ' });
  expect(answer.error?.issues.map(({ message }) => message)).toEqual(['Title is required']);
  expect(taskFormSchema.parse(newTaskForm(today, ' Buy milk ')).title).toBe('Buy milk');
});

test('§5 task form: what the database would refuse is refused in words', () => {
  const check = (fields: object) =>
    taskFormSchema.safeParse({ ...newTaskForm(today, 'Buy milk'), ...fields });
  expect(check({}).success).toBe(true);
  expect(check({ dueDate: '' }).success).toBe(true);
  expect(check({ dueDate: '2026-02-30' }).error?.issues[0]?.message).toBe('Please choose a date');
  expect(check({ title: 'x'.repeat(501) }).error?.issues[0]?.message).toBe(
    'Title must be at most 500 characters',
  );
  expect(check({ title: '🎉'.repeat(500) }).success).toBe(true);
  expect(check({ description: 'x'.repeat(20_001) }).success).toBe(false);
  expect(check({ priority: 'urgent' }).success).toBe(false);
  expect(check({ repeatType: 'hourly' }).success).toBe(false);
});

test("§5 task form: category 'none' and what is empty are sent as null", () => {
  expect(formToTask({ ...newTaskForm(today, ' Buy milk '), dueDate: '' })).toEqual({
    title: 'Buy milk',
    description: null,
    priority: 'medium',
    category: null,
    due_date: null,
    repeat_type: 'none',
  });
});

test('§2 task dialog: opening and saving a task changes nothing', () => {
  const task = {
    title: 'Water the plants',
    description: 'Not the cactus\n',
    priority: 'high' as const,
    category: 'Home',
    due_date: today,
    repeat_type: 'weekly' as const,
  };
  expect(formToTask(taskToForm(task))).toEqual(task);
  const bare = { ...task, description: null, category: null, due_date: null };
  expect(formToTask(taskToForm(bare))).toEqual(bare);
  expect(taskChanges(task, taskToForm(task))).toEqual({});
  const form = { ...taskToForm(task), description: ' ', category: 'none', dueDate: '' };
  expect(taskChanges(task, form)).toEqual({ description: null, category: null, due_date: null });
});

test('§4 quick add: medium priority, no description, no date, no repeat, the chosen category', () => {
  expect(quickTask('  Call Ann ', 'Work')).toEqual({
    title: 'Call Ann',
    description: null,
    priority: 'medium',
    category: 'Work',
    due_date: null,
    repeat_type: 'none',
  });
});

test('§5 quick add: without text or under All the full dialog opens', () => {
  expect(quickTask('   ', 'Work')).toBeNull();
  expect(quickTask('Call Ann', 'all')).toBeNull();
  expect(quickTask('x'.repeat(501), 'Work')).toBeNull();
  expect(quickTask('🎉'.repeat(500), 'Work')?.title).toHaveLength(1000);
});

test('§2 quick add: what was said in words, and a category given counts as chosen', () => {
  const words = {
    due: '2026-11-24',
    repeat: 'weekly',
    priority: 'high',
    category: 'Home',
  } as const;
  const said = { priority: 'high', category: 'Home' };
  const quick = { title: 'Bins', ...said, due_date: '2026-11-24', repeat_type: 'weekly' };
  expect(quickTask('Bins', 'all', words)).toMatchObject(quick);
  expect(quickTask('Bins', 'Work', words)).toMatchObject(quick);
  expect(quickTask('Bins', 'all', { due: '2026-11-24' })).toBeNull();
  const form = { title: 'Bins', ...said, dueDate: '2026-11-24', repeatType: 'weekly' };
  expect(newTaskForm('2026-11-23', 'Bins', words)).toMatchObject(form);
  expect(newTaskForm('2026-11-23', 'Bins')).toMatchObject({ dueDate: '2026-11-23' });
});
