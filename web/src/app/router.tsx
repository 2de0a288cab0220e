import { createBrowserRouter } from 'react-router-dom';
import { CrashScreen } from './crash-screen.tsx';
import { Loading } from './loading.tsx';
import { Root } from './root.tsx';
import { ByAuthentication } from './routes/by-authentication.tsx';
import {
  ContactsRoute,
  LoginRoute,
  RegisterRoute,
  startContacts,
  startHome,
  TasksRoute,
} from './routes/lazy-routes.tsx';
import { NotFoundRoute } from './routes/not-found-route.tsx';

const home = <ByAuthentication signedIn={<TasksRoute />} signedOut={<LoginRoute />} />;

/** The route table of spec section 2: what a path shows depends on who asks. */
export const router = createBrowserRouter([
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
      },
      {
        path: '/contacts',
        element: <ByAuthentication signedIn={<ContactsRoute />} />,
        loader: startContacts,
      },
      { path: '*', element: <NotFoundRoute /> },
    ],
  },
]);
