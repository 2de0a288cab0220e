import { supabase } from '../support/environment.ts';
import type { Actor } from '../support/actors.ts';

export type Answer = { status: number; text: string; headers: Headers };

type Asked = { body?: string; headers?: Record<string, string> };

/** One request as a program sends it, with Basic credentials. */
export async function ask(
  { username }: Pick<Actor, 'username'>,
  password: string,
  method: string,
  path: string,
  { body, headers = {} }: Asked = {},
): Promise<Answer> {
  const response = await fetch(`${supabase.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Basic ${btoa(`${username}:${password}`)}`,
      'content-type': 'application/xml; charset=utf-8',
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
