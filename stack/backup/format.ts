import * as z from 'zod';

/**
 * A backup is a gzip file of lines: a header, then for each table a line that describes it, its rows
 * in PostgreSQL's COPY text format and the line `\.`, then a line with the totals. A file without
 * that last line was cut off.
 */
export const VERSION = 1;
export const END_OF_ROWS = Buffer.from('\\.\n');

const FORMAT = 'almanac backup';

const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  /** ISO 8601, the moment that the rows show. */
  createdAt: z.string(),
  /** Versions of the migrations that made the tables. */
  migrations: z.array(z.string().regex(/^\d+$/)),
  /** Opens the mail password in public.email_settings; 32 bytes as base64. */
  mailEncryptionKey: z.base64().length(44),
});
export type Header = Omit<z.infer<typeof headerSchema>, 'format' | 'version'>;

const sectionSchema = z.object({
  /** Quoted as SQL wants it, with its schema. */
  table: z.string(),
  columns: z.array(z.string()).min(1),
  /** Where the numbering of identity columns stands; `last` is a bigint. */
  sequences: z.array(
    z.object({ column: z.string(), last: z.string().regex(/^-?\d+$/), called: z.boolean() }),
  ),
});
export type Section = z.infer<typeof sectionSchema>;

const endSchema = z.object({
  end: z.object({ tables: z.number().int(), rows: z.number().int() }),
});
export type End = z.infer<typeof endSchema>['end'];

/** Something about the file or the installation that its operator has to know; one line. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const damaged = (what: string) => new BackupError(`the backup is damaged: ${what}`);

export function headerLine(header: Header): Buffer {
  return line({ format: FORMAT, version: VERSION, ...header });
}

export function sectionLine(section: Section): Buffer {
  return line(section);
}

export function endLine(end: End): Buffer {
  return line({ end });
}

function line(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text may hold secrets, and the parser would repeat it.
    return undefined;
  }
}

/** @throws BackupError if this is no backup, or one of a format we do not know */
export function parseHeader(text: string): Header {
  const value = parse(text);
  const known = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(value);
  if (!known.success) throw new BackupError('this is not a backup of Almanac');
  if (known.data.version !== VERSION) {
    throw new BackupError(
      `the backup has format ${known.data.version}; this Almanac knows format ${VERSION}: update it first`,
    );
  }
  const header = headerSchema.safeParse(value);
  if (!header.success) throw damaged('its header is incomplete');
  return header.data;
}

/** What stands between the tables: the next one, or the totals. */
export function parseSectionOrEnd(text: string): { section: Section } | { end: End } {
  const value = parse(text);
  const end = endSchema.safeParse(value);
  if (end.success) return end.data;
  const section = sectionSchema.safeParse(value);
  if (section.success) return { section: section.data };
  throw damaged('a table has no description');
}

const NEWLINE = 10;
/** Bytes; a note has up to a million characters. */
const LONGEST_ROW = 64 * 1024 * 1024;

/** Takes the uncompressed bytes apart without ever holding more than a chunk and a row of them. */
export class BackupReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value;
    if (this.#rest.length > LONGEST_ROW) throw damaged('a row has no end');
    return true;
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** The next line without its end; undefined at the end of the file. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const length = this.#rest.indexOf(NEWLINE) + 1;
      if (length > 0) return this.#take(length).toString('utf8', 0, length - 1);
      if (!(await this.#more())) {
        if (this.#rest.length > 0) throw damaged('it ends within a line');
        return undefined;
      }
    }
  }

  /** The rows of the table whose description was just read, many at a time, each whole. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      // In the COPY format no row begins with these bytes: a backslash in the data is doubled.
      if (this.#rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.#take(END_OF_ROWS.length);
        return;
      }
      const end = this.#rest.indexOf(`\n${END_OF_ROWS.toString()}`);
      const length = end >= 0 ? end + 1 : this.#rest.lastIndexOf(NEWLINE) + 1;
      if (length > 0) yield this.#take(length);
      else if (!(await this.#more())) throw damaged('it ends within a table');
    }
  }
}
