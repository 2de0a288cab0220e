import * as z from 'zod/mini';
import { CATEGORY_NAME_LIMIT } from '../../_shared/domain/category.ts';
import { unavailable } from '../../_shared/errors.ts';
import { route } from '../../_shared/http/routes.ts';
import { exportFile } from '../../_shared/import-export/export.ts';
import {
  EXPORT_FILES,
  exportFileName,
  type ExportKind,
} from '../../_shared/import-export/kinds.ts';
import { select } from '../../_shared/import-export/selection.ts';
import { consumeRateLimit } from '../../_shared/rate-limits.ts';
import { ownRows } from '../own-rows.ts';
import { text } from '../schemas/common.ts';

/** Exports at a time, of everybody: each takes a processor while it is written. */
const MOST_AT_A_TIME = 4;
let running = 0;

async function* counted<Chunk>(chunks: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  running += 1;
  try {
    yield* chunks;
  } finally {
    running -= 1;
  }
}

/**
 * The chunks as a body, made as fast as they are read. The first one is made at once, so that what
 * cannot be read is refused instead of begun.
 */
async function streamOf(
  chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let next = await chunks.next();
  return new ReadableStream(
    {
      async pull(controller) {
        if (next.done) return controller.close();
        controller.enqueue(next.value);
        next = await chunks.next();
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

const querySchema = z.object({
  kind: z.optional(z.enum(Object.keys(EXPORT_FILES) as ExportKind[])),
  category: z.optional(text(CATEGORY_NAME_LIMIT)),
  words: z.optional(text(200)),
});

const MEDIA_TYPES = Object.values(EXPORT_FILES).map(({ mediaType }) => mediaType);

export const exportRoutes = [
  route({
    method: 'GET',
    path: '/export',
    access: 'program',
    query: querySchema,
    doc: {
      summary:
        'Everything of the account as a zip, or a kind, a category, what holds these words (docs/import-export.md)',
      tag: 'export',
      status: 200,
      // The file: `almanac.json` is an object.
      answer: z.union([z.string(), z.record(z.string(), z.unknown())]),
      mediaTypes: [...new Set(MEDIA_TYPES)],
      refusals: [429],
    },
    async handle({ request, db, user, query }) {
      const { kind = 'everything', category = null, words = '' } = query;
      const now = new Date().toISOString();
      const headers = new Headers({
        'content-type': EXPORT_FILES[kind].mediaType,
        'content-disposition': `attachment; filename="${exportFileName(kind, now.slice(0, 10))}"`,
      });
      // Nobody would read the body to its end.
      if (request.method === 'HEAD') return { status: 200, headers };
      await consumeRateLimit({ limit: 'exportPerAccount', subject: user.id });
      if (running >= MOST_AT_A_TIME)
        throw unavailable('Too many exports are being made. Please try again in a minute.');
      const rows = select(ownRows(db), { category, words });
      return { status: 200, headers, body: await streamOf(counted(exportFile(kind, rows, now))) };
    },
  }),
];
