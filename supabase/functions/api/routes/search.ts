import * as z from 'zod/mini';
import { fromDatabase } from '../../_shared/errors.ts';
import { ok, route } from '../../_shared/http/routes.ts';
import { text } from '../schemas/common.ts';

const KINDS = ['task', 'contact', 'note', 'folder', 'category'] as const;
const LIMIT = 50;

const querySchema = z.object({
  q: text(200),
  kinds: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^(?:${KINDS.join('|')})(?:,(?:${KINDS.join('|')})){0,9}$`, 'u'),
            `Kinds are ${KINDS.join(', ')}, with commas between them`,
          ),
        ),
      z.transform((kinds) => kinds.split(',')),
    ),
  ),
  limit: z.optional(
    z.pipe(
      z
        .string()
        .check(z.regex(/^(?:[1-9]|[1-4]\d|50)$/u, `The limit is a number from 1 to ${LIMIT}`)),
      z.transform((digits) => Number(digits)),
    ),
  ),
});

const answerSchema = z.array(
  z.object({
    kind: z.enum(KINDS),
    id: z.number(),
    title: z.string(),
    excerpt: z.string(),
  }),
);

/** Over all that the caller has (docs/decisions/0054-search-on-the-server.md). */
export const searchRoutes = [
  route({
    method: 'GET',
    path: '/search',
    access: 'program',
    query: querySchema,
    doc: {
      summary:
        'Own tasks, contacts, notes, folders and categories with these words, the best first',
      tag: 'search',
      status: 200,
      answer: answerSchema,
    },
    async handle({ db, query: { q, kinds, limit } }) {
      const { data, error } = await db.rpc('search', {
        query: q,
        ...(kinds && { kinds }),
        ...(limit && { most: limit }),
      });
      if (error) throw fromDatabase(error);
      // Without the uid, which is not for programs.
      return ok(z.parse(answerSchema, data));
    },
  }),
];
