import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this many bytes the answer fits into one packet anyway. */
export const SMALL = 1400;

/** The better of the two encodings that an Accept-Encoding header allows (RFC 9110 12.5.3). */
export function chooseEncoding(accept: string | null | undefined): Encoding | undefined {
  if (!accept) return undefined;
  const allowed = new Set<string>();
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const refused = parameters.some((text) => /^q=0(\.0*)?$/.test(text));
    if (!refused) allowed.add(name);
  }
  if (allowed.has('br')) return 'br';
  return allowed.has('gzip') ? 'gzip' : undefined;
}

/** Whether a content type is text, and so worth compressing. */
export function isCompressible(type: string | null | undefined): boolean {
  return /^(text\/(?!event-stream)|application\/([\w.+-]*\+)?(json|xml|javascript|manifest)|image\/svg)/.test(
    type ?? '',
  );
}

/** Compresses off the main thread; `thorough` for what is sent many times. */
export function compress(
  body: Uint8Array,
  encoding: Encoding,
  thorough: boolean,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return zip(body, { level: thorough ? 9 : 2 });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: thorough ? 10 : 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  });
}
