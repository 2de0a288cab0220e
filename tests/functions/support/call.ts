import { supabase } from '../../support/environment.ts';

/** An answer of a function, read to its end. */
export type Answer = { status: number; body: unknown; headers: Headers };

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  /** Where functions are mounted, without a trailing slash; the Supabase under test unless said. */
  base?: string;
};

/** Calls a function as a browser would: `call('account/register', { body })`. */
export async function call(path: string, options: Call = {}): Promise<Answer> {
  const { body, token, headers, base = `${supabase.url}/functions/v1` } = options;
  const response = await fetch(`${base}/${path}`, {
    method: options.method ?? 'POST',
    headers: {
      apikey: supabase.publishableKey,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const parsed: unknown = isJson ? JSON.parse(text) : text;
  return { status: response.status, body: parsed, headers: response.headers };
}
