import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parse, readJson } from './body.ts';

function request(body: BodyInit, type = 'application/json'): Request {
  return new Request('http://x/', { method: 'POST', body, headers: { 'content-type': type } });
}

test('design §6 body: JSON of any JSON type is read', async () => {
  expect(await readJson(request('{"a":1}'), 100)).toEqual({ a: 1 });
  expect(await readJson(request('null', 'application/json; charset=utf-8'), 100)).toBeNull();
  expect(await readJson(new Request('http://x/', { method: 'POST' }), 100)).toEqual({});
});

test('design §6 body: too large is 413, whether the length is told or not', async () => {
  const large = JSON.stringify('x'.repeat(200));
  await expect(readJson(request(large), 100)).rejects.toMatchObject({ status: 413 });
  const chunks = new Response(large).body;
  if (!chunks) throw new Error('no body');
  const init = { method: 'POST', body: chunks, duplex: 'half' };
  const streamed = new Request('http://x/', init);
  await expect(readJson(streamed, 100)).rejects.toMatchObject({ status: 413 });
});

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
  'design §6 body: %s is 415, so that no form of another site gets in',
  async (type) => {
    await expect(readJson(request('{"a":1}', type), 100)).rejects.toMatchObject({ status: 415 });
  },
);

test('design §6 body: broken JSON and broken UTF-8 are 400', async () => {
  const refused = { status: 400, code: 'invalid_json' };
  await expect(readJson(request('{"a":'), 100)).rejects.toMatchObject(refused);
  const bytes = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
  await expect(readJson(request(bytes), 100)).rejects.toMatchObject(refused);
});

test('design §6 body: the first wrong field is named', () => {
  const schema = z.strictObject({ title: z.string(), done: z.optional(z.boolean()) });
  const message = (value: unknown) => {
    try {
      return parse(schema, value);
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  expect(message({})).toBe('title is required');
  expect(message({ title: 'x', done: 1 })).toMatch(/^done: Invalid input/);
  expect(message({ title: 'x', id: 7 })).toBe('Unknown or read-only field: id');
  expect(message([])).toMatch(/^The request body is not valid/);
});
