import { createBrowserRouter } from 'react-router-dom';
import { CrashScreen } from './crash-screen.tsx';
import { Loading } from './loading.tsx';
import { Root } from './root.tsx';
import { ByAuthentication } from './routes/by-authentication.tsx';
import {
  AdminRoute,
  ContactsRoute,
  DragTestRoute,
  EmailConfigRoute,
  LoginRoute,
  RegisterRoute,
  SettingsRoute,
  startContacts,
  startHome,
  startNotes,
  startRegister,
  TasksRoute,
} from './routes/lazy-routes.tsx';
import { NotesAccess } from './routes/notes-access.tsx';
import { NotFoundRoute } from './routes/not-found-route.tsx';

const home = <ByAuthentication signedIn={<TasksRoute />} signedOut={<LoginRoute />} />;

/**
 * The route table of spec section 2: what a path shows depends on who asks. Begins at once to fetch
 * what the present path needs.
 */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Root />,
      errorElement: <CrashScreen />,
      hydrateFallbackElement: <Loading />,
      children: [
        { path: '/', element: home, loader: startHome },
        { path: '/login', element: home, loader: startHome },
        {
          path: '/register',
          element: <ByAuthentication signedIn={<TasksRoute />} signedOut={<RegisterRoute />} />,
          loader: startRegister,
        },
        {
          path: '/contacts',
          element: <ByAuthentication signedIn={<ContactsRoute />} />,
          loader: startContacts,
        },
        { path: '/notes', element: <NotesAccess />, loader: startNotes },
        { path: '/settings', element: <ByAuthentication signedIn={<SettingsRoute />} /> },
        { path: '/admin', element: <ByAuthentication signedIn={<AdminRoute />} /> },
        { path: '/email-config', element: <EmailConfigRoute /> },
        { path: '/drag-test', element: <DragTestRoute /> },
        { path: '*', element: <ByAuthentication signedIn={<NotFoundRoute />} /> },
      ],
    },
  ]);
