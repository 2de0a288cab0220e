import { useMemo } from 'react';
import { rowName } from '#domain/contact.ts';
import type { SyncedRows } from '../../sync/changes.ts';
import { useOwnProfile } from '../../data/profile/profile.ts';
import { formatDay } from '../../lib/clock.ts';
import { scopes, type Shortcut } from '../../lib/shortcuts.ts';
import { useStore } from '../../lib/store.ts';
import { rowNow, useRows } from '../../sync/sync.ts';
import { entryOf, Index, type Entry } from './rank.ts';

/** How many rows an empty search shows before the actions. */
const RECENT = 8;

const screens = [
  entryOf('screen', '/completed', 'Completed tasks', 'done history'),
  entryOf('screen', '/settings', 'Settings: Categories', 'colours colors'),
  entryOf('screen', '/settings?tab=display', 'Settings: Display', 'theme week language keys'),
  entryOf('screen', '/settings?tab=account', 'Settings: Account', 'password e-mail email delete'),
  entryOf(
    'screen',
    '/settings?tab=transfer',
    'Settings: Import and export',
    'vcard csv ical markdown todoist download backup',
  ),
  entryOf(
    'screen',
    '/settings?tab=security',
    'Settings: Security',
    'app passwords sessions two-step 2fa',
  ),
  entryOf('screen', '/settings?tab=deleted', 'Settings: Recently deleted', 'trash bin restore'),
];
const administration = entryOf('screen', '/admin', 'Administration', 'users people mail');

const actions = [
  entryOf('action', 'new-task', 'New task', 'add create'),
  entryOf('action', 'new-contact', 'New contact', 'add create'),
  entryOf('action', 'new-note', 'New note', 'add create'),
  entryOf('action', 'overdue', 'Move overdue to today', 'late'),
  entryOf('action', 'dark', 'Dark theme', 'mode night'),
  entryOf('action', 'light', 'Light theme', 'mode day'),
];

const known = new WeakMap<object, Entry>();

/** The entry of a row, cached by its object: a row that changes is a new object. */
function entryOfRow<Row extends { uid: string }>(row: Row, make: (row: Row) => Entry): Entry {
  const entry = known.get(row) ?? make(row);
  known.set(row, entry);
  return entry;
}

const makers = {
  tasks: ({ uid, title, description }: SyncedRows['tasks']) =>
    entryOf('task', uid, title, description ?? ''),
  contacts: (row: SyncedRows['contacts']) =>
    entryOf(
      'contact',
      row.uid,
      rowName(row),
      [row.company, row.email_address, row.mobile_phone, row.city].filter(Boolean).join(' '),
    ),
  notes: ({ uid, title }: SyncedRows['notes']) => entryOf('note', uid, title),
  folders: ({ uid, name }: SyncedRows['folders']) => entryOf('folder', uid, name),
  categories: ({ uid, name }: SyncedRows['categories']) => entryOf('category', uid, name),
};

/** The rows of a table as entries, with the time of their last change. */
function useTable<Name extends keyof typeof makers>(
  name: Name,
  make: (row: SyncedRows[Name]) => Entry,
) {
  const state = useRows(name);
  const rows = state.status === 'ready' ? state.rows : null;
  return useMemo(
    () => (rows ?? []).map((row) => ({ at: row.updated_at, entry: entryOfRow(row, make) })),
    [rows, make],
  );
}

/** The shortcuts of every screen, without the palette's own and that of the search field, which has no focus then. */
export function useEverywhere(): readonly Shortcut[] {
  const all = useStore(scopes, (list) => list);
  return useMemo(
    () =>
      all
        .filter(({ name }) => name === 'Everywhere')
        .flatMap(({ list }) => list())
        .filter(({ keys }) => keys !== 'mod+k' && keys !== '/'),
    [all],
  );
}

/** All rows on this device, the most recently changed first, and all commands. */
export function useEntries(): { recent: readonly Entry[]; index: Index } {
  const tasks = useTable('tasks', makers.tasks);
  const contacts = useTable('contacts', makers.contacts);
  const notes = useTable('notes', makers.notes);
  const folders = useTable('folders', makers.folders);
  const categories = useTable('categories', makers.categories);
  const shortcuts = useEverywhere();
  const isAdmin = useOwnProfile().profile?.is_admin ?? false;
  return useMemo(() => {
    const commands = [
      ...actions,
      ...shortcuts.map(({ label }) => entryOf('action', label, label)),
      ...screens,
      ...(isAdmin ? [administration] : []),
    ];
    const rows = [...tasks, ...contacts, ...notes, ...folders]
      .toSorted((a, b) => (a.at < b.at ? 1 : -1))
      .map(({ entry }) => entry);
    const names = categories.map(({ entry }) => entry);
    return {
      recent: [...rows.slice(0, RECENT), ...commands],
      // Equal matches keep this order: the few commands before the many rows.
      index: new Index([...commands, ...names, ...rows]),
    };
  }, [tasks, contacts, notes, folders, categories, shortcuts, isAdmin]);
}

/** What tells a row from others with the same name: its day, its company, its folder. */
export function detailOf({ kind, uid }: Entry): { detail?: string; isDone?: boolean } {
  if (kind === 'task') {
    const task = rowNow('tasks', uid);
    if (task?.completed) return { detail: 'Completed', isDone: true };
    return task?.due_date ? { detail: formatDay(task.due_date) } : {};
  }
  if (kind === 'contact') return { detail: rowNow('contacts', uid)?.company ?? '' };
  const folder = kind === 'note' && rowNow('notes', uid)?.folder_uid;
  return folder ? { detail: rowNow('folders', folder)?.name ?? '' } : {};
}
