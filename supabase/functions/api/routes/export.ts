import * as z from 'zod/mini';
import { unavailable } from '../../_shared/errors.ts';
import { route } from '../../_shared/http/routes.ts';
import { exportZip } from '../../_shared/import-export/export.ts';
import { consumeRateLimit } from '../../_shared/rate-limits.ts';
import { ownRows } from '../own-rows.ts';

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

export const exportRoutes = [
  route({
    method: 'GET',
    path: '/export',
    access: 'program',
    doc: {
      summary: 'Everything of the account as a zip (docs/import-export.md)',
      tag: 'export',
      status: 200,
      answer: z.string(),
      mediaType: 'application/zip',
      refusals: [429],
    },
    async handle({ request, db, user }) {
      const now = new Date().toISOString();
      const headers = new Headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="almanac-${now.slice(0, 10)}.zip"`,
      });
      // Nobody would read the body to its end.
      if (request.method === 'HEAD') return { status: 200, headers };
      await consumeRateLimit({ limit: 'exportPerAccount', subject: user.id });
      if (running >= MOST_AT_A_TIME)
        throw unavailable('Too many exports are being made. Please try again in a minute.');
      return { status: 200, headers, body: await streamOf(counted(exportZip(ownRows(db), now))) };
    },
  }),
];
