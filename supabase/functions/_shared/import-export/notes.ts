import type { ExportedFolder, ExportedNote, Rows } from './almanac-file.ts';
import { markdownOf } from './markdown-writer.ts';

/** Names that Windows keeps for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu;

/** A name that every system takes for a file. */
export function fileName(title: string): string {
  const name = title
    // oxlint-disable-next-line no-control-regex -- no file system takes these
    .replaceAll(/[\\/:*?"<>|\u0000-\u001f\u007f]+/gu, '-')
    .replaceAll(/^[\s.]+|[\s.]+$/gu, '');
  const short = [...name].slice(0, 80).join('').trim();
  if (short === '') return 'Untitled';
  return RESERVED.test(short) ? `${short}-` : short;
}

/** Gives every name in a folder once, whatever its case. */
function uniqueNames() {
  const taken = new Set<string>();
  return (folder: string, name: string, ending: string) => {
    for (let count = 1; ; count += 1) {
      const path = `${folder}${name}${count > 1 ? ` (${count})` : ''}${ending}`;
      const key = path.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
}

function folderPaths(folders: readonly ExportedFolder[], unique: ReturnType<typeof uniqueNames>) {
  const byUid = new Map(folders.map((folder) => [folder.uid, folder]));
  const paths = new Map<string, string>();
  const pathOf = (uid: string | null, depth: number): string => {
    const folder = uid === null ? undefined : byUid.get(uid);
    if (!folder || depth > 100) return '';
    const known = paths.get(folder.uid);
    if (known !== undefined) return known;
    const path = `${unique(pathOf(folder.parent_uid, depth + 1), fileName(folder.name), '')}/`;
    paths.set(folder.uid, path);
    return path;
  };
  return (uid: string | null) => pathOf(uid, 0);
}

/** A note as a file: its fields before its text, as Obsidian and others keep them. */
export function noteFile({ title, content, pinned, created_at, updated_at }: ExportedNote): string {
  const fields = [
    `title: ${JSON.stringify(title)}`,
    ...(created_at ? [`created: ${created_at}`] : []),
    ...(updated_at ? [`updated: ${updated_at}`] : []),
    ...(pinned ? ['pinned: true'] : []),
  ];
  return ['---', ...fields, '---', '', markdownOf(content ?? '')].join('\n');
}

/** `notes/`: a Markdown file for each note, in folders as they are in Almanac. */
export async function* noteFiles(
  folders: Rows<ExportedFolder>,
  notes: Rows<ExportedNote>,
): AsyncGenerator<{ name: string; text: string }> {
  const unique = uniqueNames();
  const all: ExportedFolder[] = [];
  for await (const folder of folders) all.push(folder);
  const pathOf = folderPaths(all, unique);
  for await (const note of notes) {
    yield {
      name: unique(pathOf(note.folder_uid), fileName(note.title), '.md'),
      text: noteFile(note),
    };
  }
}
