import { expect } from 'vitest';
import * as z from 'zod';
import { api } from './api.ts';
import type { Answer } from './call.ts';
import type { Made } from './contract.ts';
import type { Operation } from './operations.ts';

const shape = z.strictObject({ message: z.string().min(1), code: z.string().regex(/^[a-z_]+$/) });

/** One route under test: every refusal is noted, and has the one shape. */
export class Route {
  readonly seen = new Set<number>();
  readonly operation: Operation;

  constructor(operation: Operation) {
    this.operation = operation;
  }

  get isForAdministrators(): boolean {
    return this.operation.path.startsWith('/admin/');
  }

  async ask(made: Made, token?: string, headers?: Record<string, string>): Promise<Answer> {
    const { method, path } = this.operation;
    const actual = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(made.path?.[name] ?? ''),
    );
    const query = made.query ? `?${new URLSearchParams(made.query)}` : '';
    const answer = await api(method, actual + query, {
      ...(token !== undefined && { token }),
      ...(this.operation.body && { body: made.body }),
      ...(headers && { headers }),
    });
    if (answer.status >= 400) {
      this.seen.add(answer.status);
      shape.parse(answer.body);
    }
    return answer;
  }
}

/** Asks and expects this refusal. */
export async function refuses(
  route: Route,
  made: Made,
  [status, code]: readonly [status: number, code: string],
  token?: string,
  headers = {},
): Promise<Answer> {
  const answer = await route.ask(made, token, headers);
  expect(answer, JSON.stringify(made).slice(0, 200)).toMatchObject({ status, body: { code } });
  return answer;
}
