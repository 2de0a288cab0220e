import * as z from 'zod/mini';
import { api } from './api.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** One route of the OpenAPI document. */
export type Operation = {
  method: (typeof METHODS)[number];
  path: string;
  /** Whether anybody may call it. */
  open: boolean;
  /** JSON schema of the body, if it takes one. */
  body?: Record<string, unknown>;
  /** Status of a success, and JSON schema of what it answers. */
  success: { status: number; answer: Record<string, unknown> };
  /** Statuses of the documented refusals. */
  refusals: number[];
};

/** By media type. */
const contentSchema = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        security: z.array(z.record(z.string(), z.unknown())),
        requestBody: z.optional(z.object({ content: contentSchema })),
        responses: z.record(z.string(), z.object({ content: contentSchema })),
      }),
    ),
  ),
});

/** Every route that /api/openapi.json documents. */
export async function operations(): Promise<Operation[]> {
  const { paths } = documentSchema.parse((await api('GET', '/openapi.json')).body);
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([name, { security, requestBody, responses }]) => {
      const method = METHODS.find((one) => one === name.toUpperCase());
      if (!method) throw new Error(`unexpected method ${name}`);
      const body = requestBody?.content['application/json']?.schema;
      const open = security.some((scheme) => Object.keys(scheme).length === 0);
      const statuses = Object.keys(responses).map(Number);
      const status = statuses.find((one) => one < 300);
      const [content] = Object.values(responses[String(status)]?.content ?? {});
      const answer = content?.schema;
      if (status === undefined || !answer) throw new Error(`${name} ${path} never succeeds`);
      const refusals = statuses.filter((one) => one !== status);
      return { method, path, open, ...(body && { body }), success: { status, answer }, refusals };
    }),
  );
}
