import { OFFLINE_TEXT, RequestError } from './errors.ts';
import { getSupabase } from './supabase.ts';

type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: Record<string, unknown>;
};

/**
 * Calls an edge function and returns its parsed answer, unchecked. Throws a `RequestError` with the
 * function's own words and code (`{message, code}`, design section 6) for one without success.
 */
export async function callFunction(path: string, { method = 'POST', body }: Call = {}) {
  const supabase = await getSupabase();
  const { data, error, response } = await supabase.functions.invoke<unknown>(path, {
    method,
    ...(body ? { body } : {}),
  });
  if (!error) return data;
  if (!response) throw new RequestError(0, OFFLINE_TEXT);
  const text = await response.text();
  throw refusal(response.status, response.statusText, text);
}

function refusal(status: number, statusText: string, text: string): RequestError {
  try {
    const { message, code }: { message?: unknown; code?: unknown } = Object(JSON.parse(text));
    if (typeof message === 'string') {
      return new RequestError(status, message, typeof code === 'string' ? code : undefined);
    }
  } catch {
    // Not JSON: something in front of the function answered, in its own words.
  }
  return new RequestError(status, text.length > 0 && text.length < 200 ? text : statusText);
}
