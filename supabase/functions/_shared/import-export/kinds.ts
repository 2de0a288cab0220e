/** What can be exported: everything in one zip, or one part of it. */
export const EXPORT_FILES = {
  everything: { name: 'almanac', ending: 'zip', mediaType: 'application/zip' },
  contacts: { name: 'contacts', ending: 'vcf', mediaType: 'text/vcard' },
  tasks: { name: 'tasks', ending: 'ics', mediaType: 'text/calendar' },
  notes: { name: 'notes', ending: 'zip', mediaType: 'application/zip' },
  almanac: { name: 'almanac', ending: 'json', mediaType: 'application/json' },
} as const;

export type ExportKind = keyof typeof EXPORT_FILES;

/** The name of a file of this kind that is written on a day (`YYYY-MM-DD`). */
export function exportFileName(kind: ExportKind, day: string): string {
  const { name, ending } = EXPORT_FILES[kind];
  return `${name}-${day}.${ending}`;
}
