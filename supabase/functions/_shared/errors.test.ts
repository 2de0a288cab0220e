import { expect, test } from 'vitest';
import { fromDatabase, tooMany } from './errors.ts';

test.each([
  ['P0001', 'A category needs a name', 400, 'A category needs a name'],
  ['PT404', 'Task not found', 404, 'Task not found'],
  [
    'PT409',
    'The last administrator cannot be demoted',
    409,
    'The last administrator cannot be demoted',
  ],
  ['PT507', 'Your account is full', 507, 'Your account is full'],
  ['23505', 'duplicate key value violates unique constraint "x"', 409, 'Already exists'],
  ['22P02', 'invalid input syntax for type bigint: "a"', 400, 'A value has the wrong format'],
  ['42501', 'permission denied for table profiles', 403, 'Not allowed'],
  ['PGRST301', 'JWT cryptographic operation failed', 401, 'Please log in'],
  ['PGRST303', 'JWT expired', 401, 'Please log in'],
  ['PGRST002', 'Could not query the database', 503, expect.stringContaining('try again')],
  ['57P01', 'terminating connection', 503, expect.stringContaining('try again')],
  ['', 'TypeError: fetch failed', 503, expect.stringContaining('try again')],
  ['XX000', 'secret internals', 500, 'Something went wrong. Please try again.'],
])('design §6 errors: %s is told without internals', (code, message, status, told) => {
  expect(fromDatabase({ code, message })).toMatchObject({ status, message: told });
});

test.each([
  [0.2, '1', 'Too many attempts. Please try again in 1 second.'],
  [45, '45', 'Too many attempts. Please try again in 45 seconds.'],
  [91, '91', 'Too many attempts. Please try again in 2 minutes.'],
  [720, '720', 'Too many attempts. Please try again in 12 minutes.'],
])('design §6 errors: after %d seconds again', (seconds, retryAfter, message) => {
  const error = tooMany(seconds);
  expect(error).toMatchObject({ status: 429, message, headers: { 'retry-after': retryAfter } });
});
