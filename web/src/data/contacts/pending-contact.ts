import type { Contact, ContactChanges, NewContact } from './types.ts';

type Edit = (rows: readonly Contact[]) => readonly Contact[];

/** Ids of contacts that the server has not numbered yet are negative. */
let lastPendingId = 0;

/** True until the server has answered the creation of a contact: it cannot be opened yet. */
export function isPendingContact({ id }: Pick<Contact, 'id'>): boolean {
  return id < 0;
}

function isSame(contact: Contact, draft: NewContact): boolean {
  return (Object.keys(draft) as (keyof NewContact)[]).every((key) => contact[key] === draft[key]);
}

/** Adds a contact as it will be, until it is among the rows by itself. */
export function withCreated(draft: NewContact): Edit {
  lastPendingId -= 1;
  const created = { ...draft, id: lastPendingId, updated_at: '' };
  let newestBefore: number | undefined;
  return (rows) => {
    newestBefore ??= rows.reduce((newest, { id }) => Math.max(newest, id), 0);
    const before = newestBefore;
    // The live channel may be quicker than the answer: the contact must not stand there twice.
    const isHere = rows.some((row) => row.id > before && isSame(row, draft));
    return isHere ? rows : [...rows, created];
  };
}

/** Changes some fields of one contact. */
export function withChanged(id: number, changes: ContactChanges): Edit {
  return (rows) => rows.map((row) => (row.id === id ? { ...row, ...changes } : row));
}

/** Leaves one contact out. */
export function withoutContact(id: number): Edit {
  return (rows) => rows.filter((row) => row.id !== id);
}
