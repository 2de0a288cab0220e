import type { ExportKind as Kind } from '#import-export/export.ts';

/** What is exported: everything in one zip, or one part of it. */
export const EXPORTS = {
  everything: { label: 'Everything (zip)', file: 'almanac.zip' },
  contacts: { label: 'Contacts (vCard)', file: 'contacts.vcf' },
  tasks: { label: 'Tasks (iCalendar)', file: 'tasks.ics' },
  notes: { label: 'Notes (Markdown, zip)', file: 'notes.zip' },
  almanac: { label: 'Data for programs (JSON)', file: 'almanac.json' },
} as const satisfies Record<Kind, { label: string; file: string }>;
export type ExportKind = keyof typeof EXPORTS;
