import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline as pipelineWithCallback, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { errorCode } from '../errors.ts';
import { BackupError, BackupReader, type Header, parseHeader } from './format.ts';

/** Bytes; large enough that a long note is put together from few pieces. */
const CHUNK = 1024 * 1024;

/** On the way to the file, which appears under its name only when it is whole and on the disk. */
async function writeFile(file: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  try {
    const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(chunks), createGzip({ chunkSize: CHUNK }), sink);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const folder = await open(dirname(resolve(file)), 'r');
  await folder.sync();
  await folder.close();
}

/** Writes a backup, readable by its owner alone. `-` is the standard output. */
export async function writeBackup(file: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  if (file !== '-') return writeFile(file, chunks);
  await pipeline(Readable.from(chunks), createGzip({ chunkSize: CHUNK }), process.stdout);
}

async function* readable(file: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') throw new BackupError(`${file} does not exist`);
    if (!code.startsWith('Z_')) throw error;
    const isOther = error instanceof Error && error.message === 'incorrect header check';
    throw new BackupError(
      isOther ? `${file} is not a backup of Almanac` : `${file} is damaged or was cut off`,
    );
  }
}

/**
 * Opens a backup and reads its header; the rows follow as they are asked for. `-` is the standard
 * input.
 * @throws BackupError if the file cannot be used
 */
export async function openBackup(file: string): Promise<{ header: Header; reader: BackupReader }> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  // An error on the way arrives where the bytes are read.
  pipelineWithCallback(
    file === '-' ? process.stdin : createReadStream(file),
    gunzip,
    () => undefined,
  );
  const reader = new BackupReader(readable(file, gunzip));
  const first = await reader.line();
  if (first === undefined) throw new BackupError(`${file} is not a backup of Almanac`);
  return { header: parseHeader(first), reader };
}
