import { expect, test } from 'vitest';
import {
  loadFailureText,
  userMessage,
  OFFLINE_TEXT,
  RequestError,
  statusOf,
  unwrap,
} from './errors.ts';

const refused = (status: number, message: string, code?: string) => ({
  data: null,
  error: { message, ...(code ? { code } : {}) },
  status,
  statusText: 'Bad Request',
});

test('§7: an error says status and text, and the status text where the body is empty', () => {
  expect(() => unwrap(refused(400, 'no such column'))).toThrow('400: no such column');
  expect(() => unwrap(refused(400, ''))).toThrow('400: Bad Request');
});

test('§7: an answer with success gives its data', () => {
  expect(unwrap({ data: [1], error: null, status: 200, statusText: 'OK' })).toEqual([1]);
  expect(() => unwrap({ data: null, error: null, status: 200, statusText: 'OK' })).toThrow('404');
});

test('§8: without an answer the network is to blame', () => {
  expect(() => unwrap(refused(0, 'TypeError: Failed to fetch'))).toThrow(/^No connection/);
  expect(statusOf(new RequestError(0, ''))).toBe(0);
  expect(statusOf(new TypeError('Failed to fetch'))).toBe(0);
  expect(statusOf(new RequestError(401, 'JWT expired'))).toBe(401);
  expect(statusOf(new Error('something else'))).toBeUndefined();
});

test("§8: the server's own message for people is used, else the action's", () => {
  const message = (code?: string) =>
    userMessage(new RequestError(409, 'That name is taken', code), 'Failed to update category');
  expect(message('PT409')).toBe('That name is taken');
  expect(message('PT507')).toBe('That name is taken');
  expect(message('P0001')).toBe('That name is taken');
  expect(message('username_taken')).toBe('That name is taken');
  expect(message('23505')).toBe('Failed to update category');
  expect(message('PGRST116')).toBe('Failed to update category');
  expect(message()).toBe('Failed to update category');
  expect(message('53100')).toBe('The disk of the server is full. Nothing was saved.');
  expect(userMessage(new Error('x'), 'Failed to create task')).toBe('Failed to create task');
});

test('design §8: what could not be loaded says whether it is the network', () => {
  expect(loadFailureText(new RequestError(0, OFFLINE_TEXT))).toBe(OFFLINE_TEXT);
  expect(loadFailureText(new TypeError('Failed to fetch'))).toBe(OFFLINE_TEXT);
  expect(loadFailureText(new RequestError(403, 'Not yours', 'P0001'))).toBe('Not yours');
  expect(loadFailureText(new RequestError(500, 'relation x', '42P01'))).toBe(
    'Something went wrong on the server.',
  );
});
