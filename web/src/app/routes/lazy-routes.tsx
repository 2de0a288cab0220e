import type { ComponentType } from 'react';
import { SESSION_COOKIE } from '../../../../supabase/functions/_shared/domain/session.ts';
import { loadContacts } from '../../features/contacts/load-contacts.ts';
import { loadNotes } from '../../features/notes/load-notes.ts';
import { loadTasks } from '../../features/tasks/load-tasks.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { late } from '../../ui/late.tsx';
import { Loading } from '../loading.tsx';
import { MissingScreen } from './missing-screen.tsx';

/** A screen whose code is fetched when it is first shown, with 'Loading...' until then. */
function lazyScreen(load: () => Promise<ComponentType>) {
  return late(load, { Waiting: Loading, Missing: MissingScreen });
}

export const TasksRoute = lazyScreen(async () => (await import('./tasks-route.tsx')).TasksRoute);
export const ContactsRoute = lazyScreen(
  async () => (await import('./contacts-route.tsx')).ContactsRoute,
);
export const NotesRoute = lazyScreen(async () => (await import('./notes-route.tsx')).NotesRoute);
export const SettingsRoute = lazyScreen(
  async () => (await import('./settings-route.tsx')).SettingsRoute,
);
export const DragTestRoute = lazyScreen(
  async () => (await import('./drag-test-route.tsx')).DragTestRoute,
);
export const LoginRoute = lazyScreen(async () => (await import('./login-route.tsx')).LoginRoute);
export const RegisterRoute = lazyScreen(
  async () => (await import('./register-route.tsx')).RegisterRoute,
);
export const AdminRoute = lazyScreen(async () => (await import('./admin-route.tsx')).AdminRoute);
export const EmailConfigRoute = lazyScreen(
  async () => (await import('./email-config-route.tsx')).EmailConfigRoute,
);

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
  if (hasSession()) void ahead(TasksRoute.fetch());
  const start = async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session) return LoginRoute.fetch();
    void ahead(loadTasks());
    return TasksRoute.fetch();
  };
  return ahead(start());
}

/**
 * Fetches the registration screen's code side by side with the client by which it asks the server
 * who may register. Who is signed in sees the home screen there.
 */
export function startRegister(): Promise<null> {
  if (hasSession()) return startHome();
  void ahead(getSupabase());
  return ahead(RegisterRoute.fetch());
}

/** Fetches the contacts screen's code and data side by side, as `startHome` does for its own. */
export function startContacts(): Promise<null> {
  void ahead(loadContacts());
  return ahead(ContactsRoute.fetch());
}

/** Fetches the notes screen's code and data side by side, as `startHome` does for its own. */
export function startNotes(): Promise<null> {
  void ahead(loadNotes());
  return ahead(NotesRoute.fetch());
}
