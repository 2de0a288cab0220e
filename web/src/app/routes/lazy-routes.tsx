import { useState, type ComponentType } from 'react';
import { SESSION_COOKIE } from '../../../../supabase/functions/_shared/domain/session.ts';
import { loadContacts } from '../../features/contacts/load-contacts.ts';
import { loadNotes } from '../../features/notes/load-notes.ts';
import { loadTasks } from '../../features/tasks/load-tasks.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session.ts';
import { late } from '../../ui/late.tsx';
import { Loading } from '../loading.tsx';
import { MissingScreen } from './missing-screen.tsx';

type LazyScreen = {
  Screen: ComponentType;
  /** Fetches the code ahead. */
  fetch: () => Promise<unknown>;
};

/**
 * A screen whose code is fetched when it is first shown, with 'Loading...' until then. Fetched ahead
 * it is drawn at once: what replaces a fallback React holds back for up to 300 ms.
 */
function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const fetch = async () => {
    loaded = await load();
    return loaded;
  };
  const Late = late(fetch, { Waiting: Loading, Missing: MissingScreen });
  function Screen() {
    const [Component] = useState(() => loaded ?? Late);
    return <Component />;
  }
  return { Screen, fetch };
}

const tasks = lazyScreen(async () => (await import('./tasks-route.tsx')).TasksRoute);
const contacts = lazyScreen(async () => (await import('./contacts-route.tsx')).ContactsRoute);
const notes = lazyScreen(async () => (await import('./notes-route.tsx')).NotesRoute);
const settings = lazyScreen(async () => (await import('./settings-route.tsx')).SettingsRoute);
const dragTest = lazyScreen(async () => (await import('./drag-test-route.tsx')).DragTestRoute);
const login = lazyScreen(async () => (await import('./login-route.tsx')).LoginRoute);
const register = lazyScreen(async () => (await import('./register-route.tsx')).RegisterRoute);
const admin = lazyScreen(async () => (await import('./admin-route.tsx')).AdminRoute);
const emailConfig = lazyScreen(
  async () => (await import('./email-config-route.tsx')).EmailConfigRoute,
);

export const TasksRoute = tasks.Screen;
export const ContactsRoute = contacts.Screen;
export const NotesRoute = notes.Screen;
export const SettingsRoute = settings.Screen;
export const DragTestRoute = dragTest.Screen;
export const LoginRoute = login.Screen;
export const RegisterRoute = register.Screen;
export const AdminRoute = admin.Screen;
export const EmailConfigRoute = emailConfig.Screen;

/** Nothing is lost by a failure: it happens again, and is shown, where the screen is drawn. */
async function ahead(work: Promise<unknown>): Promise<null> {
  try {
    await work;
  } catch (error) {
    console.warn('A screen could not be fetched ahead.', error);
  }
  return null;
}

/** Whether the browser has a session to offer; whether it still is one is asked later. */
function hasSession(): boolean {
  return document.cookie.includes(SESSION_COOKIE);
}

/**
 * Fetches the home screen's code and data side by side, before anything is drawn. Waits for the code
 * only: the screen shows which data are missing.
 */
export function startHome(): Promise<null> {
  // Reading the session takes a moment in which the code may already be on its way.
  if (hasSession()) void ahead(tasks.fetch());
  const start = async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session) return login.fetch();
    void ahead(loadTasks());
    return tasks.fetch();
  };
  return ahead(start());
}

/** Fetches the contacts screen's code and data side by side, as `startHome` does for its own. */
export function startContacts(): Promise<null> {
  void ahead(loadContacts());
  return ahead(contacts.fetch());
}

/** Fetches the notes screen's code and data side by side, as `startHome` does for its own. */
export function startNotes(): Promise<null> {
  void ahead(loadNotes());
  return ahead(notes.fetch());
}
