import type { ChosenFile } from '../../../import-export/worker.ts';

/** The files of an input, with their paths if a folder was chosen. */
export function filesOf(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/** The most files, as in an archive. */
const MOST = 50_000;

function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  return new Promise((resolve, reject) => {
    // readEntries returns a part at a time, and none at the end.
    const more = () =>
      reader.readEntries((entries) => {
        found.push(...entries);
        if (entries.length === 0) resolve(found);
        else more();
      }, reject);
    more();
  });
}

async function* filesIn(entry: FileSystemEntry): AsyncGenerator<ChosenFile> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    yield { name: entry.fullPath.replace(/^\//u, ''), file };
    return;
  }
  for (const inner of await entriesIn(entry as FileSystemDirectoryEntry)) yield* filesIn(inner);
}

/** The files that were dropped, also those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  // Both have to be read before the event ends.
  const plain = filesOf(transfer.files);
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const found: ChosenFile[] = [];
  for (const entry of entries) {
    for await (const file of filesIn(entry)) {
      found.push(file);
      if (found.length >= MOST) return found;
    }
  }
  return found;
}
