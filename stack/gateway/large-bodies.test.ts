import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { LargeBodies } from './large-bodies.ts';

const MB = 1024 * 1024;

/** A request of so many bytes, and the way to have it answered. */
function arrive(bodies: LargeBodies, address: string, bytes: number) {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-length': String(bytes) };
  const response = new ServerResponse(request);
  const admitted = bodies.admit(request, response, address);
  return { admitted, answer: () => response.emit('close') };
}

test('design §7: nobody takes all the places for large bodies, and all together have an end', () => {
  const bodies = new LargeBodies();
  const loud = Array.from({ length: 6 }, () => arrive(bodies, 'a', MB));
  expect(loud.map(({ admitted }) => admitted)).toEqual([true, true, true, true, false, false]);
  expect(arrive(bodies, 'b', MB).admitted).toBe(true);
  expect(arrive(bodies, 'a', 1000).admitted).toBe(true);
  const others = Array.from({ length: 10 }, (_, n) => arrive(bodies, `c${n}`, MB));
  expect(others.filter(({ admitted }) => admitted)).toHaveLength(7);

  loud[0]?.answer();
  expect(arrive(bodies, 'a', MB).admitted).toBe(true);
  expect(arrive(bodies, 'd', MB).admitted).toBe(false);
});
