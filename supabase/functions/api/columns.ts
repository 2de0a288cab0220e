import type * as z from 'zod/mini';

/** `due_date` of `dueDate`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** PostgREST's `select` that answers the schema's fields under their own, camelCase names. */
export function selectOf(schema: z.ZodMiniObject): string {
  return Object.keys(schema.shape)
    .map((field) => (columnOf(field) === field ? field : `${field}:${columnOf(field)}`))
    .join(',');
}

/** A checked body as a row to write: only what was sent. */
export function rowOf(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [columnOf(field), value]),
  );
}
