/** Phoenix frames as Supabase Realtime uses them, both protocol versions. Pure. */

export type Version = '1.0.0' | '2.0.0';

/** What a client sent. `broadcast` is set for a binary push (kind 3), whose payload is not JSON here. */
export type ClientFrame = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
  broadcast?: { event: string; body: Body };
};

/** A broadcast's payload: JSON text, forwarded as it came so that no number is rounded, or bytes. */
export type Body = { json: string } | { bytes: Uint8Array };

/** A broadcast on its way out; `meta` is what the server adds. */
export type Broadcast = { event: string; body: Body; meta?: { id: string; replayed?: true } };

/** A frame that is no broadcast, on its way out. */
export type ServerFrame = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
const JSON_ENCODING = 1;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads one WebSocket message; undefined when it is not a frame of that version. */
export function decodeFrame(
  data: Uint8Array,
  isBinary: boolean,
  version: Version,
): ClientFrame | undefined {
  try {
    if (isBinary) return version === '2.0.0' ? decodePush(data) : undefined;
    const message: unknown = JSON.parse(utf8.decode(data));
    return version === '2.0.0' ? fromArray(message) : fromObject(message);
  } catch {
    // Not UTF-8 or not JSON: the caller closes the socket, there is nothing else to tell.
    return undefined;
  }
}

function fromArray(message: unknown): ClientFrame | undefined {
  if (!Array.isArray(message) || message.length !== 5) return undefined;
  const [joinRef, ref, topic, event, payload] = message as unknown[];
  return frame(joinRef, ref, topic, event, payload);
}

function fromObject(message: unknown): ClientFrame | undefined {
  if (!isRecord(message)) return undefined;
  return frame(
    message['join_ref'],
    message['ref'],
    message['topic'],
    message['event'],
    message['payload'],
  );
}

function frame(
  joinRef: unknown = null,
  ref: unknown = null,
  topic: unknown,
  event: unknown,
  payload: unknown,
): ClientFrame | undefined {
  if (!isRef(joinRef) || !isRef(ref)) return undefined;
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined;
  return { joinRef, ref, topic, event, payload };
}

function decodePush(data: Uint8Array): ClientFrame | undefined {
  const [kind, ...sizes] = data.subarray(0, 7);
  if (kind !== USER_BROADCAST_PUSH || sizes.length !== 6) return undefined;
  const encoding = sizes.pop();
  let at = 7;
  const parts: string[] = [];
  for (const size of sizes) {
    if (at + size > data.length) return undefined;
    parts.push(utf8.decode(data.subarray(at, at + size)));
    at += size;
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = parts;
  const rest = data.subarray(at);
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: null,
    broadcast: {
      event,
      body: encoding === JSON_ENCODING ? { json: jsonText(rest) } : { bytes: new Uint8Array(rest) },
    },
  };
}

/** Text that is known to be JSON: what one client sends must not break another one's parser. */
function jsonText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  JSON.parse(text);
  return text;
}

/** Writes a reply, a system message, presence. */
export function encodeFrame(version: Version, message: ServerFrame): string {
  const { joinRef, ref, topic, event, payload } = message;
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}

/**
 * Writes a broadcast: text for JSON, kind 4 for bytes.
 * Undefined when it cannot be said: bytes under version 1, or names over kind 4's 255 bytes.
 */
export function encodeBroadcast(
  version: Version,
  topic: string,
  message: Broadcast,
): string | Uint8Array | undefined {
  const { body } = message;
  if ('bytes' in body)
    return version === '2.0.0' ? encodeBytes(topic, message, body.bytes) : undefined;
  const meta = message.meta ? `,"meta":${JSON.stringify(message.meta)}` : '';
  const payload = `{"type":"broadcast","event":${JSON.stringify(message.event)},"payload":${body.json}${meta}}`;
  return version === '2.0.0'
    ? `[null,null,${JSON.stringify(topic)},"broadcast",${payload}]`
    : `{"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${payload},"ref":null,"join_ref":null}`;
}

function encodeBytes(topic: string, message: Broadcast, bytes: Uint8Array): Uint8Array | undefined {
  const names = [topic, message.event, message.meta ? JSON.stringify(message.meta) : ''].map(
    (name) => Buffer.from(name),
  );
  if (names.some((name) => name.length > 255)) return undefined;
  const head = [USER_BROADCAST, ...names.map((name) => name.length), 0];
  return Buffer.concat([Buffer.from(head), ...names, bytes]);
}

function isRef(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The broadcast in the payload of a text frame. */
export function broadcastOf(payload: unknown): Broadcast | undefined {
  if (!isRecord(payload) || typeof payload['event'] !== 'string') return undefined;
  return { event: payload['event'], body: { json: JSON.stringify(payload['payload'] ?? {}) } };
}

/** Bytes of a broadcast's payload. */
export function sizeOf({ body }: Broadcast): number {
  return 'json' in body ? Buffer.byteLength(body.json) : body.bytes.length;
}
