import type { ComponentType } from 'react';
import { SESSION_COOKIE } from '#domain/session.ts';
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

/** Fetches the home screen's code before anything is drawn. Its data are on this device (sync/). */
export function startHome(): Promise<null> {
  // Reading the session takes a moment in which the code may already be on its way.
  if (hasSession()) void ahead(TasksRoute.fetch());
  const start = async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session) return LoginRoute.fetch();
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

/** Fetches the contacts screen's code before anything is drawn. */
export function startContacts(): Promise<null> {
  return ahead(ContactsRoute.fetch());
}

/** Fetches the notes screen's code before anything is drawn. */
export function startNotes(): Promise<null> {
  return ahead(NotesRoute.fetch());
}
