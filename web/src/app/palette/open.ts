import { useNavigate } from 'react-router-dom';
import { isOverdue } from '#domain/task.ts';
import { useSelectedCategory } from '../../data/categories/categories.ts';
import { useOwnProfile, useUpdateTheme } from '../../data/profile/profile.ts';
import { bringTask } from '../../data/tasks/completed.ts';
import { useMoveTasks } from '../../data/tasks/tasks.ts';
import { showFolder } from '../../features/notes/notes-state.ts';
import { useToday } from '../../lib/clock.ts';
import type { Shortcut } from '../../lib/shortcuts.ts';
import { toast, toastFailure } from '../../lib/toast.ts';
import { NEW, useShowDialog } from '../../lib/url-state.ts';
import { rowNow, rowsNow } from '../../sync/sync.ts';
import { useEverywhere } from './entries.ts';
import type { Entry, Kind } from './rank.ts';

/** Opens an entry: goes to its address or runs its action. */
export function useOpen(): (entry: Entry) => void {
  const navigate = useNavigate();
  const today = useToday();
  const { profile } = useOwnProfile();
  const { select } = useSelectedCategory('tasks');
  const { mutate: setTheme } = useUpdateTheme(profile?.id ?? '');
  const { mutate: move } = useMoveTasks();
  const showTask = useShowDialog('task', '/');
  const showContact = useShowDialog('contact', '/contacts');
  const showNote = useShowDialog('note', '/notes');
  const shortcuts = useEverywhere();
  const moveOverdue = () => {
    const late = rowsNow('tasks').filter((task) => isOverdue(task, today));
    if (late.length > 0) move({ tasks: late, due_date: today });
    else toast({ title: 'Nothing is overdue' });
  };
  const actions: Record<string, Shortcut['run']> = {
    'new-task': () => showTask(NEW),
    'new-contact': () => showContact(NEW),
    'new-note': () => showNote(NEW),
    overdue: moveOverdue,
    dark: () => setTheme({ theme: 'dark' }),
    light: () => setTheme({ theme: 'light' }),
  };
  const openFromServer = async (uid: string) => {
    try {
      await bringTask(uid);
      showTask(uid);
    } catch (error) {
      toastFailure(error, 'The task could not be read');
    }
  };
  const openers: Record<Kind, (entry: Entry) => unknown> = {
    task: ({ uid }) => {
      if (rowNow('tasks', uid)) return showTask(uid);
      return openFromServer(uid);
    },
    contact: ({ uid }) => showContact(uid),
    note: ({ uid }) => showNote(uid),
    folder: ({ uid }) => {
      showFolder(profile?.id ?? '', uid);
      void navigate('/notes');
    },
    category: ({ title }) => {
      select(title);
      void navigate('/');
    },
    screen: ({ uid }) => navigate(uid),
    action: ({ uid }) => {
      const shortcut = shortcuts.find(({ label }) => label === uid);
      (actions[uid] ?? shortcut?.run)?.(new KeyboardEvent('keydown'));
    },
  };
  return (entry) => void openers[entry.kind](entry);
}
