import { errorResponse } from './errors.ts';

/** Values of a body: ten times what the largest import or the fullest request of a device has. */
const MOST_VALUES = 250_000;
const MOST_LEVELS = 100;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * PostgREST's answer to a JSON text with more values, or more of them inside each other, than anything
 * here has; undefined for any other, whether it is JSON or not. Each value takes a hundred bytes of
 * the gateway and of the database, so ten megabytes of `[0,0,…` would take a gigabyte.
 */
export function refuseJson(text: Uint8Array): Response | undefined {
  let values = 1;
  let level = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) deepest = Math.max(deepest, (level += 1));
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1;
  }
  if (values > MOST_VALUES) {
    const message = `A request has at most ${MOST_VALUES.toLocaleString('en')} values.`;
    return errorResponse(413, { code: 'PT413', message });
  }
  if (deepest <= MOST_LEVELS) return undefined;
  const message = `A request has at most ${MOST_LEVELS} levels.`;
  return errorResponse(400, { code: 'PGRST102', message });
}
