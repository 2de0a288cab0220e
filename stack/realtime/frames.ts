import * as z from 'zod';

/** Phoenix frames of protocol version 2.0.0, text only, as supabase-js speaks them. Pure. */

/** What a client sent. `joinRef` names the join that the frame belongs to. */
export type ClientFrame = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

/** A row of `realtime.messages`; `json` goes out as it came, so that no number is rounded. */
export type Broadcast = {
  id: string;
  topic: string;
  event: string;
  json: string;
};

// Every name is held in memory and said again in answers.
const NAME_BYTES = 255;
const name = z.string().refine((text) => Buffer.byteLength(text) <= NAME_BYTES);
const clientFrame = z.tuple([name.nullable(), name.nullable(), name, name, z.unknown()]);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads one WebSocket message; undefined when it is no frame, or one with a name over 255 bytes. */
export function decodeFrame(data: Uint8Array): ClientFrame | undefined {
  const parsed = clientFrame.safeParse(jsonOf(data));
  if (!parsed.success) return undefined;
  const [joinRef, ref, topic, event, payload] = parsed.data;
  return { joinRef, ref, topic, event, payload };
}

function jsonOf(data: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(data));
  } catch {
    // Not UTF-8 or not JSON: the caller closes the socket.
    return undefined;
  }
}

/** Writes a reply, a system message, the end of a channel. */
export function encodeFrame({ joinRef, ref, topic, event, payload }: ClientFrame): Buffer {
  return Buffer.from(JSON.stringify([joinRef, ref, topic, event, payload]));
}

/** Writes a message; `isReplayed` when it is one that was sent before the channel was joined. */
export function encodeBroadcast({ id, topic, event, json }: Broadcast, isReplayed = false): Buffer {
  const meta = isReplayed ? { id, replayed: true } : { id };
  return Buffer.from(
    `[null,null,${JSON.stringify(`realtime:${topic}`)},"broadcast",{"type":"broadcast",` +
      `"event":${JSON.stringify(event)},"payload":${json},"meta":${JSON.stringify(meta)}}]`,
  );
}
