import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFrame, encodeBroadcast, encodeFrame } from './frames.ts';

/** At most 160 bytes, in any script. */
const name = fc.string({ maxLength: 40, unit: 'binary' });
const ref = fc.option(name);

test('design §1: any frame comes back as it was written', () => {
  fc.assert(
    fc.property(ref, ref, name, name, fc.json(), (joinRef, to, topic, event, json) => {
      const frame = { joinRef, ref: to, topic, event, payload: JSON.parse(json) as unknown };
      expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
    }),
  );
});

test('design §1: no bytes make the decoder throw', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (data) => {
      expect(() => decodeFrame(data)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});

test('design §4: a name of over 255 bytes makes it no frame', () => {
  const frameWith = (place: number, text: string) =>
    decodeFrame(Buffer.from(JSON.stringify(['1', '2', 't', 'e', {}].with(place, text))));
  for (const place of [0, 1, 2, 3]) {
    expect(frameWith(place, 'x'.repeat(255))).toBeDefined();
    expect(frameWith(place, 'x'.repeat(256))).toBeUndefined();
    expect(frameWith(place, 'ü'.repeat(127))).toBeDefined();
    expect(frameWith(place, 'ü'.repeat(128))).toBeUndefined();
  }
});

test.each([
  ['no JSON', '{'],
  ['too short', '["1","2","t","e"]'],
  ['too long', '["1","2","t","e",{},{}]'],
  ['a number as ref', '["1",2,"t","e",{}]'],
  ['no topic', '["1","2",null,"e",{}]'],
  ['an object, as in version 1', '{"topic":"t","event":"e"}'],
])('design §1: malformed text is no frame: %s', (_, text) => {
  expect(decodeFrame(Buffer.from(text))).toBeUndefined();
});

test('design §1: payload text goes out untouched, so large integers are not rounded', () => {
  const message = { id: 'x', topic: 't', event: 'e', json: '{"n":9007199254740993}' };
  expect(encodeBroadcast(message).toString()).toBe(
    '[null,null,"realtime:t","broadcast",{"type":"broadcast","event":"e","payload":{"n":9007199254740993},"meta":{"id":"x"}}]',
  );
});

test('design §1: names in a message cannot break out of it', () => {
  fc.assert(
    fc.property(name, name, fc.json(), (topic, event, json) => {
      const text = encodeBroadcast({ id: 'x', topic, event, json }, true).toString();
      const payload: unknown = JSON.parse(json);
      expect(JSON.parse(text)).toEqual([
        null,
        null,
        `realtime:${topic}`,
        'broadcast',
        { type: 'broadcast', event, payload, meta: { id: 'x', replayed: true } },
      ]);
    }),
  );
});
