import { lazy, Suspense, type ComponentType } from 'react';
import { loadContacts } from '../../features/contacts/load-contacts.ts';
import { loadNotes } from '../../features/notes/load-notes.ts';
import { loadTasks } from '../../features/tasks/load-tasks.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/session.ts';
import { Loading } from '../loading.tsx';

/** A screen whose code is fetched when it is first shown, with 'Loading...' until then. */
function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  const Screen = lazy(async () => ({ default: await load() }));
  return function LazyScreen() {
    return (
      <Suspense fallback={<Loading />}>
        <Screen />
      </Suspense>
    );
  };
}

const importTasks = async () => (await import('./tasks-route.tsx')).TasksRoute;
const importContacts = async () => (await import('./contacts-route.tsx')).ContactsRoute;
const importNotes = async () => (await import('./notes-route.tsx')).NotesRoute;
const importLogin = async () => (await import('./login-route.tsx')).LoginRoute;

export const TasksRoute = lazyScreen(importTasks);
export const ContactsRoute = lazyScreen(importContacts);
export const NotesRoute = lazyScreen(importNotes);
export const SettingsRoute = lazyScreen(
  async () => (await import('./settings-route.tsx')).SettingsRoute,
);
export const DragTestRoute = lazyScreen(
  async () => (await import('./drag-test-route.tsx')).DragTestRoute,
);
export const LoginRoute = lazyScreen(importLogin);
export const RegisterRoute = lazyScreen(
  async () => (await import('./register-route.tsx')).RegisterRoute,
);

export const AdminRoute = lazyScreen(async () => (await import('./admin-route.tsx')).AdminRoute);
export const EmailConfigRoute = lazyScreen(
  async () => (await import('./email-config-route.tsx')).EmailConfigRoute,
);

/**
 * Fetches the home screen's code and data side by side, before anything is drawn. Nothing waits for
 * it: what fails here fails again, and is shown, where it is used.
 */
export function startHome(): null {
  const start = async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    await (session ? Promise.all([importTasks(), loadTasks()]) : importLogin());
  };
  start().catch((error: unknown) => console.warn('The home screen is not there yet.', error));
  return null;
}

/** Fetches the contacts screen's code and data side by side, as `startHome` does for its own. */
export function startContacts(): null {
  Promise.all([importContacts(), loadContacts()]).catch((error: unknown) =>
    console.warn('The contacts screen is not there yet.', error),
  );
  return null;
}

/** Fetches the notes screen's code and data side by side, as `startHome` does for its own. */
export function startNotes(): null {
  Promise.all([importNotes(), loadNotes()]).catch((error: unknown) =>
    console.warn('The notes screen is not there yet.', error),
  );
  return null;
}
