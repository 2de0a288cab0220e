import { unwrap } from '../lib/errors.ts';
import { getSupabase } from '../lib/supabase.ts';
import type { NoteText } from './database.ts';
import { replicaNow } from './sync.ts';

/** Texts that are requested at the same moment, as by the rows of a list, are read together. */
let asked: { revisions: Map<string, number>; texts: Promise<Map<string, NoteText>> } | null = null;

/** A note's content of that revision or a later one, from this device or the server. */
export async function noteText(uid: string, contentRev: number): Promise<NoteText | null> {
  const revisions = asked?.revisions ?? new Map<string, number>();
  revisions.set(uid, Math.max(contentRev, revisions.get(uid) ?? 0));
  asked ??= {
    revisions,
    texts: Promise.resolve().then(() => {
      asked = null;
      return readTexts(revisions);
    }),
  };
  return (await asked.texts).get(uid) ?? null;
}

async function readTexts(revisions: ReadonlyMap<string, number>): Promise<Map<string, NoteText>> {
  const replica = replicaNow();
  const uids = [...revisions.keys()];
  const kept = replica ? await Promise.all(uids.map((uid) => replica.getText(uid))) : [];
  const texts = new Map<string, NoteText>();
  for (const text of kept) {
    if (text && text.content_rev >= (revisions.get(text.uid) ?? 0)) texts.set(text.uid, text);
  }
  const missing = uids.filter((uid) => !texts.has(uid));
  if (missing.length === 0) return texts;
  const supabase = await getSupabase();
  // Also of deleted notes: their restoring may not have reached the server yet.
  const read = unwrap(
    await supabase.from('notes').select('uid, content, content_rev').in('uid', missing),
  );
  for (const text of read) texts.set(text.uid, text);
  // They can be fetched again, so a full disk does not matter.
  await replica
    ?.putTexts(read)
    .catch((error: unknown) => console.warn('Texts could not be kept.', error));
  return texts;
}

/** The uids of the notes whose text on this device contains `text`, ignoring case. */
export async function notesWithText(text: string): Promise<string[]> {
  const wanted = text.toLocaleLowerCase();
  return (await replicaNow()?.findTexts(wanted)) ?? [];
}
