import type { ComponentType } from 'react';
import { createBrowserRouter, useRouteError } from 'react-router-dom';
import { userMessage } from '../lib/errors.ts';
import { queryClient } from '../lib/query-client.ts';
import { sessionQuery } from '../lib/session.ts';
import { getSupabase, hasSessionCookie } from '../lib/supabase.ts';
import { ChunkErrorScreen, lazyWithRetry } from '../ui/lazy.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { useDocumentTitle } from './document.tsx';
import { Root } from './root.tsx';
import { AuthSwitch, NotesGuard, NotFoundScreen } from './routes/guards.tsx';

/**
 * A screen whose code is fetched when it is first shown, with 'Loading...' until then. `title` is the
 * title of the browser's tab.
 */
function lazyScreen(title: string, load: () => Promise<ComponentType>) {
  const Screen = lazyWithRetry(load, { Fallback: Loading, ErrorScreen: ChunkErrorScreen });
  function TitledScreen() {
    useDocumentTitle(title);
    return <Screen />;
  }
  return Object.assign(TitledScreen, { preload: Screen.preload });
}

const Tasks = lazyScreen(
  'Tasks',
  async () => (await import('./routes/tasks-route.tsx')).TasksRoute,
);
const Completed = lazyScreen(
  'Completed',
  async () => (await import('./routes/completed-route.tsx')).CompletedRoute,
);
const Contacts = lazyScreen(
  'Contacts',
  async () => (await import('./routes/contacts-route.tsx')).ContactsRoute,
);
const Notes = lazyScreen(
  'Notes',
  async () => (await import('./routes/notes-route.tsx')).NotesRoute,
);
const Share = lazyScreen(
  'Share',
  async () => (await import('./routes/share-route.tsx')).ShareRoute,
);
const Settings = lazyScreen(
  'Settings',
  async () => (await import('./routes/settings-route.tsx')).SettingsRoute,
);
const Admin = lazyScreen(
  'Administration',
  async () => (await import('./routes/admin-route.tsx')).AdminRoute,
);
const Login = lazyScreen(
  'Log In',
  async () => (await import('../features/auth/login-page.tsx')).LoginPage,
);
const Register = lazyScreen(
  'Register',
  async () => (await import('../features/auth/register-page.tsx')).RegisterPage,
);
const EmailConfig = lazyScreen(
  'Email Configuration',
  async () => (await import('./routes/email-config-route.tsx')).EmailConfigRoute,
);
const DragTest = lazyScreen(
  'Drag-and-Drop Test',
  async () => (await import('./routes/drag-test-route.tsx')).DragTestRoute,
);

/** Only logs a failure: it happens again, and is shown, when the screen is rendered. */
async function prefetchQuietly(work: Promise<unknown>): Promise<null> {
  try {
    await work;
  } catch (error) {
    console.warn('A screen could not be preloaded.', error);
  }
  return null;
}

/** Fetches the home screen's code before anything is rendered. Its data are on this device (sync/). */
function homeLoader(): Promise<null> {
  // Fetched while the session is read.
  if (hasSessionCookie()) void prefetchQuietly(Tasks.preload());
  const load = async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    return session ? Tasks.preload() : Login.preload();
  };
  return prefetchQuietly(load());
}

/**
 * Fetches the registration screen's code and, at the same time, the client by which it asks the
 * server who may register. Whoever is signed in sees the home screen.
 */
function registerLoader(): Promise<null> {
  if (hasSessionCookie()) return homeLoader();
  void prefetchQuietly(getSupabase());
  return prefetchQuietly(Register.preload());
}

/** For a screen that fails: says so, and offers a reload. */
function CrashScreen() {
  const error = useRouteError();
  console.error(error);
  return (
    <main className="flex min-h-dvh items-center justify-center bg-canvas text-ink">
      <ErrorState
        title="Something went wrong"
        message={userMessage(error, 'This screen could not be shown.')}
        onRetry={() => location.reload()}
      />
    </main>
  );
}

const home = {
  loader: homeLoader,
  element: <AuthSwitch signedIn={<Tasks />} signedOut={<Login />} />,
};

/**
 * The routes of spec section 2: what a path shows depends on who is signed in. Starts loading the
 * current path at once.
 */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Root />,
      errorElement: <CrashScreen />,
      hydrateFallbackElement: <Loading />,
      children: [
        { path: '/', ...home },
        { path: '/login', ...home },
        {
          path: '/register',
          loader: registerLoader,
          element: <AuthSwitch signedIn={<Tasks />} signedOut={<Register />} />,
        },
        { path: '/completed', element: <AuthSwitch signedIn={<Completed />} /> },
        {
          path: '/contacts',
          loader: () => prefetchQuietly(Contacts.preload()),
          element: <AuthSwitch signedIn={<Contacts />} />,
        },
        {
          path: '/notes',
          loader: () => prefetchQuietly(Notes.preload()),
          element: (
            <NotesGuard>
              <Notes />
            </NotesGuard>
          ),
        },
        { path: '/share', element: <AuthSwitch signedIn={<Share />} signedOut={<Login />} /> },
        { path: '/settings', element: <AuthSwitch signedIn={<Settings />} /> },
        { path: '/admin', element: <AuthSwitch signedIn={<Admin />} /> },
        { path: '/email-config', element: <EmailConfig /> },
        { path: '/drag-test', element: <DragTest /> },
        { path: '*', element: <AuthSwitch signedIn={<NotFoundScreen />} /> },
      ],
    },
  ]);
