import { SESSION_COOKIE } from '#domain/session.ts';

const ENCODED = 'base64-';

/** The cookie's text, which `@supabase/ssr` divides into `.0`, `.1`, … where it is long. */
function storedText(cookies: string): string | undefined {
  const values = new Map(
    cookies.split('; ').map((cookie) => {
      const at = cookie.indexOf('=');
      return [cookie.slice(0, at), cookie.slice(at + 1)] as const;
    }),
  );
  const whole = values.get(SESSION_COOKIE);
  if (whole) return whole;
  let text = '';
  for (let part = 0; ; part += 1) {
    const value = values.get(`${SESSION_COOKIE}.${part}`);
    if (value === undefined) return text || undefined;
    text += value;
  }
}

function decode(text: string): unknown {
  const plain = decodeURIComponent(text);
  if (!plain.startsWith(ENCODED)) return JSON.parse(plain);
  const base64 = plain.slice(ENCODED.length).replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/**
 * Whose session the browser's cookies hold, fresh or not: which of the copies on this device is
 * opened, and nothing more. Undefined if there is none that can be read.
 */
export function sessionUser(cookies: string): string | undefined {
  const text = storedText(cookies);
  if (text === undefined) return undefined;
  try {
    const session = decode(text);
    if (typeof session !== 'object' || session === null || !('user' in session)) return undefined;
    const { user } = session;
    if (typeof user !== 'object' || user === null || !('id' in user)) return undefined;
    return typeof user.id === 'string' ? user.id : undefined;
  } catch (error) {
    console.warn('The session cookie could not be read.', error);
    return undefined;
  }
}
