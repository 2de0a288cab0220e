import { LiveTable } from '../../lib/live-table.ts';
import { registerLive } from '../../lib/live.ts';
import { Pending } from '../../lib/pending.ts';
import { NOTES } from './keys.ts';
import { readNotesById } from './requests.ts';
import type { NoteSummary } from './types.ts';

export const liveNotes = new LiveTable<NoteSummary>({
  table: 'notes',
  root: NOTES,
  belongs: () => true,
  fetchRows: readNotesById,
});
registerLive(liveNotes);

/** Changes of notes that the server has not answered yet. */
export const pendingNotes = new Pending<NoteSummary>();
