import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFrame, encodeBroadcast, encodeFrame } from './frames.ts';
import type { Version } from './frames.ts';

const version = fc.constantFrom<Version>('1.0.0', '2.0.0');
const ref = fc.option(fc.string());
const name = fc.string({ maxLength: 40, unit: 'binary' });
const bytes = (text: string) => new TextEncoder().encode(text);

/** A broadcast push as the client writes it (kind 3). */
function push(names: string[], encoding: number, payload: Uint8Array): Uint8Array {
  const parts = names.map((one) => bytes(one));
  return Buffer.concat([
    Buffer.from([3, ...parts.map((one) => one.length), encoding]),
    ...parts,
    payload,
  ]);
}

test('design §7: any text frame comes back as it was written, in both versions', () => {
  fc.assert(
    fc.property(
      version,
      ref,
      ref,
      name,
      name,
      fc.json(),
      (vsn, joinRef, to, topic, event, json) => {
        const frame = { joinRef, ref: to, topic, event, payload: JSON.parse(json) as unknown };
        expect(decodeFrame(bytes(encodeFrame(vsn, frame)), false, vsn)).toEqual(frame);
      },
    ),
  );
});

test('design §7: a binary push keeps names and payload, whatever the script', () => {
  fc.assert(
    fc.property(name, name, fc.json(), (topic, event, json) => {
      const frame = decodeFrame(push(['1', '2', topic, event, ''], 1, bytes(json)), true, '2.0.0');
      expect(frame).toMatchObject({ joinRef: '1', ref: '2', topic, event: 'broadcast' });
      expect(frame?.broadcast).toEqual({ event, body: { json } });
    }),
  );
});

test('design §7: raw bytes stay bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (payload) => {
      const frame = decodeFrame(push(['', '', 't', 'e', ''], 0, payload), true, '2.0.0');
      expect(frame?.broadcast).toEqual({ event: 'e', body: { bytes: payload } });
      expect(frame?.joinRef).toBeNull();
    }),
  );
});

test('design §7: no bytes make the decoder throw', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.boolean(), version, (data, isBinary, vsn) => {
      expect(() => decodeFrame(data, isBinary, vsn)).not.toThrow();
      const kind3 = Buffer.concat([Buffer.from([3]), data]);
      expect(() => decodeFrame(kind3, true, vsn)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['no JSON', '{'],
  ['too short', '["1","2","t","e"]'],
  ['a number as ref', '["1",2,"t","e",{}]'],
  ['no topic', '["1","2",null,"e",{}]'],
  ['an object in version 2', '{"topic":"t","event":"e"}'],
])('design §7: malformed text is no frame: %s', (_, text) => {
  expect(decodeFrame(bytes(text), false, '2.0.0')).toBeUndefined();
});

test('design §7: a JSON push whose payload is not JSON is no frame', () => {
  expect(decodeFrame(push(['', '', 't', 'e', ''], 1, bytes('{')), true, '2.0.0')).toBeUndefined();
});

test('design §7: payload text goes out untouched, so large integers are not rounded', () => {
  const message = { event: 'e', body: { json: '{"n":9007199254740993}' }, meta: { id: 'x' } };
  expect(encodeBroadcast('2.0.0', 'realtime:t', message)).toBe(
    '[null,null,"realtime:t","broadcast",{"type":"broadcast","event":"e","payload":{"n":9007199254740993},"meta":{"id":"x"}}]',
  );
});

test('design §7: bytes go out as kind 4, or not at all where they cannot', () => {
  const message = { event: 'e', body: { bytes: Uint8Array.of(1, 2) } };
  const data = encodeBroadcast('2.0.0', 'rt', message);
  expect([...(data as Uint8Array)]).toEqual([4, 2, 1, 0, 0, 114, 116, 101, 1, 2]);
  expect(encodeBroadcast('1.0.0', 'rt', message)).toBeUndefined();
  expect(encodeBroadcast('2.0.0', 'ü'.repeat(128), message)).toBeUndefined();
});
