import { supabase } from '../../support/environment.ts';
import { call, type Answer, type Call } from './call.ts';

/** Calls a route of `/api`, by default as nobody: `api('GET', '/tasks', { token })`. */
export function api(
  method: NonNullable<Call['method']>,
  path: string,
  options: Omit<Call, 'method' | 'base'> = {},
): Promise<Answer> {
  // Where `/api` lies in every Supabase; proxies and the embedded stack map /api/… to it.
  const base = `${supabase.url}/functions/v1/api`;
  return call(path.replace(/^\//, ''), { ...options, method, base });
}

/** A browser, as far as cookies go: keeps what it is given and sends it again. */
export function browser() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async api(
      method: NonNullable<Call['method']>,
      path: string,
      options: Omit<Call, 'method' | 'base'> = {},
    ): Promise<Answer> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...options.headers, ...(cookie && { cookie }) };
      const answer = await api(method, path, { ...options, headers });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

/** The field of an answered row. */
export function field(answer: Answer, name: string): unknown {
  return Reflect.get(Object(answer.body), name);
}
