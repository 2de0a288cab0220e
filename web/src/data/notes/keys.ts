/** First part of the key of the cached list of notes, which has no contents. */
export const NOTES = 'notes';

export const noteKeys = {
  all: [NOTES, 'all'],
  /** One note with its content; not a list, so it has a root of its own. */
  one: (id: number) => ['note', id],
  /** The ids of the notes whose content holds a text. */
  containing: (text: string) => ['note-search', text],
};
